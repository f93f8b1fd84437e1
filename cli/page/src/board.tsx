// The table of each game as its players know it. Zones that no row names are shown too, so that nothing is lost.

import type { JSX, RefObject } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { Figure } from './data';
import { Backs, CardBox, numberOf } from './card';
import type { Card, Fact, Film, Table, Zone } from './film';
import { Fit } from './fit';
import { Hint } from './hint';
import { Motion, spots, zoneKey } from './motion';
import { counted, parted, saidOf } from './names';

interface Props {
  film: Film;
  table: Table;
  near: number;
  chosen: number | undefined;
  options: Set<number>;
  /** What changes when arrows have to be drawn anew. */
  place: number;
  /** Of two tables in a page, which; it begins the names of its parts. */
  side?: string;
  pick(id: number): void;
}

/** Zones whose cards lie in a pile: their number is shown, and on demand what is in them. */
const PILES = ['library', 'deck', 'graveyard', 'exile', 'banished', 'inventory', 'soul', 'command', 'under'];

/** Piles from which is drawn: they are shown from their top. */
const DRAWN = ['library', 'deck'];

/** Shared zones whose cards lie on the sides of players. */
const IN_PLAY = ['battlefield', 'battle zone', 'permanent', 'permanents'];

/** Facts of a player that the zones show. */
const COUNTED = ['hand', 'library', 'deck', 'graveyard', 'arsenal', 'shields', 'mana'];

const EQUIPMENT = ['head', 'chest', 'arms', 'legs', 'weapon', 'weapon 2', 'second weapon', 'hero', 'arsenal'];

export function Board(props: Props) {
  const { film, table, near, side = '' } = props;
  const seats = film.head.players.map((player) => player.seat);
  const { above, below } = seated(seats, near);
  const many = seats.length > 2;
  const host = useRef<HTMLDivElement>(null);
  const drawn = useRef<Table | undefined>(undefined);
  // Read before anything is drawn anew: where cards are now.
  const before = drawn.current && drawn.current !== table ? spots(host.current, drawn.current) : undefined;
  drawn.current = table;
  return (
    <div class={`board ${film.head.game} ${many ? 'many' : ''} ${many && seats.length % 2 === 1 ? 'odd' : ''}`} id={`${side}board`} tabIndex={-1} ref={host}>
      {above.map((seat) => (
        <Side {...props} seat={seat} far key={seat} />
      ))}
      <Middle {...props} key="middle" />
      <Rest {...props} key="rest" />
      {below.map((seat) => (
        <Side {...props} seat={seat} own={seat === near} key={seat} />
      ))}
      <Fit host={host} place={props.place} />
      <Arrows host={host} table={table} place={props.place} side={side} />
      <Motion host={host} before={before} table={table} />
      <Hint host={host} film={film} table={table} name={`${side}hint`} />
    </div>
  );
}

/** Who sits where: clockwise from the near player, who is the last one. More than two sit in two columns. */
function seated(seats: number[], near: number): { above: number[]; below: number[] } {
  const own = seats.indexOf(near);
  const others = [...seats.slice(own + 1), ...seats.slice(0, own)];
  if (others.length < 2) return { above: others, below: [near] };
  // On the left from below, on the right from above; an odd number leaves the near player the whole width.
  const left = others.slice(0, Math.ceil(others.length / 2)).reverse();
  const right = [...others.slice(left.length), ...(others.length % 2 === 0 ? [] : [near])];
  const lines = left.flatMap((seat, line) => [seat, right[line]!]);
  if (others.length % 2 === 0) lines.push(near);
  const under = 2 * Math.floor(Math.ceil(seats.length / 2) / 2) - (seats.length % 2);
  return { above: lines.slice(0, lines.length - under), below: lines.slice(lines.length - under) };
}

function cardsOf(table: Table, zone: Zone | undefined): Card[] {
  return (zone?.objects ?? []).flatMap((id) => table.card(id) ?? []);
}

function zonesOf(table: Table, name: string, seat?: number): Zone | undefined {
  return table.zones.find((zone) => zone.name === name && (seat === undefined || zone.seat === seat));
}

/** Whether cards that are alike are one: but for those that have just changed, or always. */
type Gather = 'unchanged' | 'always';

/** Cards in a row; where their order does not matter, those that are alike as one. */
function Row({ cards, label, kind, gather, ...props }: Props & { cards: Card[]; label: string; kind: string; gather?: Gather | undefined }) {
  if (cards.length === 0) return null;
  const hosts = new Set(cards.map((card) => card.id));
  const below = new Map<number, Card[]>();
  const bound = (card: Card) => {
    const bond = card.figure.bonds?.find((one) => one.name === 'attached-to' && 'object' in one.to);
    return bond && 'object' in bond.to ? bond.to.object : undefined;
  };
  for (const card of cards) {
    const to = bound(card);
    if (to !== undefined && hosts.has(to)) below.set(to, [...(below.get(to) ?? []), card]);
  }
  const alone = cards.filter((card) => !(hosts.has(bound(card) ?? -1)));
  const groups: Card[][] = [];
  for (const card of alone) {
    const alike = groups.find(
      ([first]) =>
        gather !== undefined &&
        first!.card === card.card &&
        !below.has(card.id) &&
        !below.has(first!.id) &&
        (gather === 'always' || props.table.changed.has(card.id) === props.table.changed.has(first!.id)),
    );
    if (alike) alike.push(card);
    else groups.push([card]);
  }
  return (
    <div class={`row ${kind}`} role="group" aria-label={label}>
      {kind === 'field' && (
        <span class="zone-name scrolls">
          <b>{cards.length}</b> in play<span class="how">: scroll here to see all</span>
        </span>
      )}
      {groups.map((group) => (
        <span class="held" key={group[0]!.id}>
          <Shown {...props} cards={group} />
          {(below.get(group[0]!.id) ?? []).map((card) => (
            <Shown {...props} cards={[card]} small key={card.id} />
          ))}
        </span>
      ))}
    </div>
  );
}

function Shown({ cards, small, film, table, chosen, options, pick }: Props & { cards: Card[]; small?: boolean }) {
  const [first] = cards;
  const ids = cards.map((card) => card.id);
  return (
    <CardBox
      card={first!}
      count={cards.length}
      ids={ids}
      small={small ?? false}
      changed={ids.some((id) => table.changed.has(id))}
      chosen={chosen !== undefined && ids.includes(chosen)}
      option={ids.some((id) => options.has(id))}
      called={(seat) => film.playerName(seat)}
      pick={pick}
    />
  );
}

function Side(props: Props & { seat: number; far?: boolean; own?: boolean }) {
  const { film, table, seat, far, own: isOwn } = props;
  const shared = (name: string) => cardsOf(table, zonesOf(table, name)).filter((card) => sideOf(card) === seat);
  const own = table.zones.filter((zone) => zone.seat === seat);
  const rows: JSX.Element[] = [];
  const label = (what: string) => `${film.playerName(seat)}: ${what}`;
  const add = (kind: string, what: string, cards: Card[]) =>
    rows.push(<Row {...props} cards={cards} kind={kind} label={label(what)} gather="unchanged" key={kind} />);
  const field = IN_PLAY.flatMap(shared);
  const isLand = (card: Card) => card.figure.types?.includes('Land') && !card.figure.types.includes('Creature');
  add('field', 'in play', field.filter((card) => !isLand(card)));
  // Lands of one name lie together, the tapped ones behind the others.
  const tapped = (card: Card) => (card.figure.marks?.includes('tapped') ? 1 : 0);
  const together = (one: Card, other: Card) => one.name.localeCompare(other.name, 'en') || tapped(one) - tapped(other);
  const lands = field.filter(isLand).sort(together);
  const low: JSX.Element[] = [];
  if (lands.length > 0) {
    low.push(
      <div class="zone lands" key="lands">
        <span class="zone-name">
          lands <b>{lands.length}</b>
        </span>
        <Row {...props} cards={lands} kind="line" label={label('lands')} gather="always" />
      </div>,
    );
  }
  const shields = own.find((zone) => zone.name.startsWith('shield'));
  if (shields) low.push(<Held {...props} zone={shields} kind="shields" label={label} />);
  const mana = own.find((zone) => zone.name === 'mana zone');
  if (mana) low.push(<Held {...props} zone={mana} kind="mana" label={label} gather="unchanged" />);
  const worn = own.filter((zone) => EQUIPMENT.includes(zone.name) && zone.count > 0);
  if (worn.length > 0) {
    low.push(
      <div class="row worn" role="group" aria-label={`${film.playerName(seat)}: hero and equipment`}>
        {worn.map((zone) => (
          <Held {...props} zone={zone} kind="slot" label={label} />
        ))}
      </div>,
    );
  }
  const pitch = own.find((zone) => zone.name === 'pitch');
  if (pitch && pitch.count > 0) low.push(<Held {...props} zone={pitch} kind="pitched" label={label} gather="unchanged" />);
  const hand = own.find((zone) => zone.name === 'hand');
  if (hand) low.push(<Held {...props} zone={hand} kind="hand" label={label} gather="unchanged" />);
  rows.push(<div class="low">{low}</div>);
  const shown = (zone: Zone) =>
    ['hand', 'mana zone', 'pitch'].includes(zone.name) || zone.name.startsWith('shield') || EQUIPMENT.includes(zone.name);
  const piles = own.filter((zone) => !shown(zone));
  const left = film.hasLeft(table, seat);
  const bar = <PlayerBar {...props} piles={left ? piles.filter((zone) => zone.count > 0) : piles} />;
  if (left) return <section class={`side ${far ? 'far' : 'near'} gone`} aria-label={label('left the game')}>{bar}</section>;
  return (
    <section class={`side ${far ? 'far' : 'near'} ${isOwn ? 'own' : ''}`} aria-label={`${props.side ?? ''} ${film.playerName(seat)}`.trim()}>
      {far ? [bar, ...rows.reverse()] : [...rows, bar]}
    </section>
  );
}

/** On whose side of a shared zone a card lies. */
function sideOf(card: Card): number | undefined {
  return card.figure.side ?? card.figure.owner;
}

interface HeldProps extends Props {
  zone: Zone;
  kind: string;
  /** Only where the order of the cards does not matter. */
  gather?: Gather;
  /** How the zone is called where it has a player. */
  label?(zone: string): string;
}

/** A zone with its name, its cards and those that cannot be seen. */
function Held({ zone, kind, gather, label = (what) => what, ...props }: HeldProps) {
  const cards = cardsOf(props.table, zone);
  return (
    <div class={`zone ${kind}`} data-zone={zoneKey(zone)}>
      <span class="zone-name">
        {zone.name} <b>{zone.count}</b>
      </span>
      <Row {...props} cards={cards} kind="line" label={label(zone.name)} gather={gather} />
      <Backs count={zone.count - cards.length} name={zone.name} />
    </div>
  );
}

function PlayerBar({ film, table, seat, piles, ...props }: Props & { seat: number; piles: Zone[] }) {
  const facts = table.players.get(seat) ?? [];
  const own = facts.find((fact) => fact.name === film.head.score);
  // A team that shares its life has it once, with the first of its players.
  const mate = film.sharedWith(facts);
  const score = own ?? (mate === undefined ? undefined : table.players.get(mate)?.find((fact) => fact.name === film.head.score));
  const left = film.hasLeft(table, seat);
  // How many cards a zone has is told where it lies.
  const counts = (fact: Fact) => table.zones.some((zone) => zone.seat === seat && zone.name === fact.name);
  const told = (fact: Fact) =>
    fact !== score && !counts(fact) && ![...COUNTED, 'active', 'shares-life-of'].includes(fact.name) && fact.value !== '0' && !(left && fact.name === 'lost');
  const said = facts.filter(told);
  const mana = facts.find((fact) => fact.name === 'mana' && fact.value.includes('{'));
  const priority = table.turn.find((fact) => fact.name === 'priority')?.value;
  const hasPriority = priority === film.playerName(seat) || priority === `seat ${seat}`;
  // Before the first turn it is nobody's, and not every viewer knows whose it is.
  const known = table.turn.some((fact) => fact.name === 'active');
  const shares = facts.some((fact) => fact.name === 'active');
  const active = known && table.step.n > 0 && (table.step.a === seat || shares);
  return (
    <div data-seat={seat} class={`bar ${table.changedSeats.has(seat) ? 'changed' : ''}`}>
      <span class="who">
        {parted(film.playerName(seat))}
        {active && <span class="tag">▶ turn</span>}
        {hasPriority && <span class="tag">● priority</span>}
      </span>
      {left ? (
        <span class="score left">left the game: {facts.find((fact) => fact.name === 'lost')?.value}</span>
      ) : (
        <span class="score" title={film.head.score}>
          {film.head.score === 'life' ? '♥' : '▣'} {score?.value ?? ''} <small>{counted(score?.value, film.head.score)}{mate !== undefined && ` shared with ${film.playerName(mate)}`}</small>
        </span>
      )}
      {mana && <span class="fact">mana {mana.value.replace(/[{}]/g, '')}</span>}
      {said.map((fact) => {
        const [name, value] = saidOf(fact.name, fact.value);
        return (
          <span class="fact">
            {name} {value !== 'yes' && <b>{value}</b>}
          </span>
        );
      })}
      {piles.map((zone) => (
        <Pile {...props} film={film} table={table} zone={zone} key={zone.name} />
      ))}
    </div>
  );
}

function Pile({ zone, ...props }: Props & { zone: Zone }) {
  const [open, setOpen] = useState(false);
  const cards = cardsOf(props.table, zone);
  return (
    <span class="pile" data-zone={zoneKey(zone)}>
      <button type="button" class="chip" disabled={cards.length === 0} aria-expanded={open} onClick={() => setOpen(!open)}>
        {zone.name} <b>{zone.count}</b>
      </button>
      {open && cards.length > 0 && (
        <div class="pile-open">
          {DRAWN.includes(zone.name) && <span class="zone-name">{cards.length < zone.count ? 'those that are known, ' : ''}from the top</span>}
          {cards.map((card) => (
            <Shown {...props} cards={[card]} small key={card.id} />
          ))}
        </div>
      )}
    </span>
  );
}

/** What lies between the players: the stack, the combat chain, shared zones. */
function Middle(props: Props) {
  const { film, table } = props;
  const stack = zonesOf(table, 'stack');
  const chain = cardsOf(table, zonesOf(table, 'chain'));
  const shared = table.zones.filter((zone) => zone.seat < 0 && PILES.includes(zone.name) && zone.count > 0);
  const { step } = table;
  return (
    <section class="middle" aria-label={`${props.side ?? ''} between the players`.trim()}>
      <span class="now">
        {step.n === 0 ? 'Before the first turn' : `Turn ${step.n}`} <b>{film.stepWords(step)}</b>
      </span>
      {stack && stack.count > 0 && <Stack {...props} zone={stack} />}
      {film.head.game === 'flesh-and-blood' && <Chain {...props} cards={chain} />}
      {shared.map((zone) => (
        <Pile {...props} zone={zone} key={zone.name} />
      ))}
    </section>
  );
}

/** The stack, object by object, as it resolves: what was put on it last comes first. */
function Stack({ zone, ...props }: Props & { zone: Zone }) {
  const { film, table } = props;
  const cards = cardsOf(table, zone).reverse();
  const named = (to: { object: number } | { seat: number }) => {
    if ('seat' in to) return film.playerName(to.seat);
    const card = table.card(to.object);
    return card ? `${card.name} #${to.object}` : `#${to.object}`;
  };
  return (
    <div class="zone stack" data-zone={zoneKey(zone)}>
      <span class="zone-name">
        {zone.name} <b>{zone.count}</b>
      </span>
      <ol class="order" aria-label="the stack: the first one resolves first">
        {cards.map((card, place) => {
          const seat = sideOf(card);
          const aims = (card.figure.bonds ?? []).filter((bond) => bond.name === 'target').map((bond) => named(bond.to));
          return (
            <li key={card.id}>
              <span class="resolves">
                {cards.length === 1 ? 'resolves next' : place + 1}
                {cards.length > 1 && (place === 0 ? ' resolves first' : place === cards.length - 1 ? ' resolves last' : '')}
              </span>
              <Shown {...props} cards={[card]} />
              <span class="whose">
                {seat !== undefined && <b>{parted(film.playerName(seat))}</b>}
                {aims.length > 0 && ` → ${parted(aims.join(', '))}`}
              </span>
            </li>
          );
        })}
      </ol>
      <Backs count={zone.count - cards.length} name={zone.name} />
    </div>
  );
}

/** The combat chain: of each link the attack against what defends. */
function Chain({ cards, ...props }: Props & { cards: Card[] }) {
  const links = new Map<number, Card[]>();
  const all = [...cards, ...equipmentOn(props.table)];
  for (const card of all) {
    const link = numberOf(card.figure, 'link') ?? 0;
    links.set(link, [...(links.get(link) ?? []), card]);
  }
  const is = (card: Card, mark: string) => card.figure.marks?.includes(mark) ?? false;
  return (
    <div class="chain">
      {[...links].sort((one, other) => one[0] - other[0]).map(([number, held]) => {
        const attacks = held.filter((card) => is(card, 'attacking'));
        const defends = held.filter((card) => is(card, 'defending'));
        const other = held.filter((card) => !attacks.includes(card) && !defends.includes(card));
        const power = numberOf(attacks[0]?.figure ?? {}, 'power');
        const defense = defends.reduce((sum, card) => sum + (numberOf(card.figure, 'defense') ?? 0), 0);
        return (
          <div class="chain-link" key={number}>
            <span class="zone-name">
              {number > 0 ? `chain link ${number}` : 'combat chain'}
              {power !== undefined && (
                <b>
                  {' '}
                  ⚔ {power} against ▣ {defense}
                </b>
              )}
            </span>
            <Row {...props} cards={attacks} kind="line" label="attack" />
            <Row {...props} cards={defends} kind="line" label="defends" />
            <Row {...props} cards={other} kind="line" label="on the chain" />
          </div>
        );
      })}
    </div>
  );
}

/** Equipment that defends stays in its zone until the link resolves, or lies on the chain already. */
function equipmentOn(table: Table): Card[] {
  return table.zones
    .filter((zone) => zone.seat >= 0 && EQUIPMENT.includes(zone.name))
    .flatMap((zone) => cardsOf(table, zone))
    .filter((card) => card.figure.marks?.includes('defending') || card.figure.marks?.includes('attacking'))
    .filter((card) => numberOf(card.figure, 'link') !== undefined);
}

/** Shared zones that nothing above shows, and cards in them that are on nobody's side. */
function Rest(props: Props) {
  const shown = [...IN_PLAY, 'stack', 'chain', ...PILES];
  const shared = props.table.zones.filter((zone) => zone.seat < 0 && zone.count > 0);
  const zones = shared.flatMap((zone) => {
    if (!IN_PLAY.includes(zone.name)) return shown.includes(zone.name) ? [] : [zone];
    // A log that a viewer keeps does not tell on whose side a card lies.
    const free = cardsOf(props.table, zone).filter((card) => sideOf(card) === undefined);
    return free.length === 0 ? [] : [{ ...zone, count: free.length, objects: free.map((card) => card.id) }];
  });
  return (
    <>
      {zones.map((zone) => (
        <Held {...props} zone={zone} kind="rest" gather={IN_PLAY.includes(zone.name) ? 'unchanged' : undefined} key={zone.name} />
      ))}
    </>
  );
}

interface Line {
  kind: string;
  path: string;
}

const attacks = (figure: Figure) => figure.marks?.includes('attacking') ?? false;

const ARROWS = ['attacking', 'blocking', 'target'];

interface ArrowsProps {
  host: RefObject<HTMLDivElement | null>;
  table: Table;
  place: number;
  side: string;
}

/** Arrows lie below the cards, so that no name is covered. */
function Arrows({ host, table, place, side }: ArrowsProps) {
  const [lines, setLines] = useState<Line[]>([]);
  const [size, setSize] = useState(0);
  useLayoutEffect(() => {
    const watch = new ResizeObserver(() => setSize((old) => old + 1));
    if (host.current) watch.observe(host.current);
    // On a phone, what an arrow leads to can stay in sight while the page is scrolled.
    const scrolled = () => setSize((old) => old + 1);
    addEventListener('scroll', scrolled, { passive: true });
    return () => {
      watch.disconnect();
      removeEventListener('scroll', scrolled);
    };
  }, []);
  useLayoutEffect(() => {
    const board = host.current;
    if (!board) return;
    const frame = board.getBoundingClientRect();
    const spot = (element: Element) => {
      const box = element.getBoundingClientRect();
      const [left, top] = [box.left - frame.left + board.scrollLeft, box.top - frame.top + board.scrollTop];
      return { x: left + box.width / 2, y: top + box.height / 2, h: box.height / 2 };
    };
    const where = new Map<number, Element>();
    for (const element of board.querySelectorAll('[data-object]')) {
      for (const id of element.getAttribute('data-object')!.split(' ')) where.set(Number(id), element);
    }
    const found: Line[] = [];
    for (const zone of table.zones) {
      for (const id of zone.objects) {
        const card = table.card(id);
        const from = where.get(id);
        if (!card || !from) continue;
        for (const bond of card.figure.bonds ?? []) {
          if (!ARROWS.includes(bond.name) || (bond.name === 'target' && attacks(card.figure))) continue;
          const to =
            'object' in bond.to ? where.get(bond.to.object) : board.querySelector(`[data-seat="${bond.to.seat}"]`);
          const link = from.closest('.chain-link');
          if (!to || to === from || (link && link === to.closest('.chain-link'))) continue;
          const [a, b] = [spot(from), spot(to)];
          const down = b.y > a.y ? 1 : -1;
          const [y1, y2] = [a.y + down * a.h, b.y - down * b.h];
          const bend = bond.name === 'attacking' ? 70 : bond.name === 'blocking' ? -40 : 0;
          found.push({ kind: bond.name, path: `M${a.x} ${y1} Q${(a.x + b.x) / 2 + bend} ${(y1 + y2) / 2} ${b.x} ${y2}` });
        }
      }
    }
    setLines(found);
  }, [place, size, table]);
  return (
    <svg class="arrows" aria-hidden="true">
      <defs>
        {ARROWS.map((kind) => (
          <marker id={`${side}tip-${kind}`} viewBox="0 0 10 10" refX="8" refY="5" markerWidth="7" markerHeight="7" orient="auto">
            <path class={kind} d="M0 0L10 5L0 10z" />
          </marker>
        ))}
      </defs>
      {lines.map((line) => (
        <path class={`line ${line.kind}`} d={line.path} marker-end={`url(#${side}tip-${line.kind})`} />
      ))}
    </svg>
  );
}
