// The table of each game as its players know it. Zones that no row names are shown too, so that nothing is lost.

import type { JSX, RefObject } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { Figure } from './data';
import { Backs, CardBox, numberOf } from './card';
import type { Card, Film, Table, Zone } from './film';

interface Props {
  film: Film;
  table: Table;
  near: number;
  chosen: number | undefined;
  options: Set<number>;
  /** What changes when arrows have to be drawn anew. */
  place: number;
  pick(id: number): void;
}

/** Zones whose cards lie in a pile: their number is shown, and on demand what is in them. */
const PILES = ['library', 'deck', 'graveyard', 'exile', 'banished', 'inventory', 'soul', 'command', 'under'];

/** Facts of a player that the zones show. */
const COUNTED = ['hand', 'library', 'deck', 'graveyard', 'arsenal', 'shields', 'mana'];

const EQUIPMENT = ['head', 'chest', 'arms', 'legs', 'weapon', 'weapon 2', 'second weapon', 'hero', 'arsenal'];

export function Board(props: Props) {
  const { film, table, near } = props;
  const seats = film.head.players.map((player) => player.seat);
  const far = seats.filter((seat) => seat !== near);
  const host = useRef<HTMLDivElement>(null);
  useFit(host, props.place);
  return (
    <div class={`board ${film.head.game}`} ref={host}>
      {far.map((seat) => (
        <Side {...props} seat={seat} far />
      ))}
      <Middle {...props} />
      <Side {...props} seat={near} />
      <Rest {...props} />
      <Arrows host={host} table={table} place={props.place} />
    </div>
  );
}

function cardsOf(table: Table, zone: Zone | undefined): Card[] {
  return (zone?.objects ?? []).flatMap((id) => table.card(id) ?? []);
}

function zonesOf(table: Table, name: string, seat?: number): Zone | undefined {
  return table.zones.find((zone) => zone.name === name && (seat === undefined || zone.seat === seat));
}

/** Cards in a row, those that are alike as one. */
function Row({ cards, label, kind, ...props }: Props & { cards: Card[]; label: string; kind: string }) {
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
        first!.card === card.card &&
        !below.has(card.id) &&
        !below.has(first!.id) &&
        props.table.changed.has(card.id) === props.table.changed.has(first!.id),
    );
    if (alike) alike.push(card);
    else groups.push([card]);
  }
  return (
    <div class={`row ${kind}`} role="group" aria-label={label}>
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

function Shown({ cards, small, table, chosen, options, pick }: Props & { cards: Card[]; small?: boolean }) {
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
      pick={pick}
    />
  );
}

function Side(props: Props & { seat: number; far?: boolean }) {
  const { film, table, seat, far } = props;
  const shared = (name: string) => cardsOf(table, zonesOf(table, name)).filter((card) => sideOf(card) === seat);
  const own = table.zones.filter((zone) => zone.seat === seat);
  const rows: JSX.Element[] = [];
  const add = (kind: string, label: string, cards: Card[]) =>
    rows.push(<Row {...props} cards={cards} kind={kind} label={`${film.playerName(seat)}: ${label}`} />);
  const field = [...shared('battlefield'), ...shared('battle zone'), ...shared('permanent'), ...shared('permanents')];
  const isLand = (card: Card) => card.figure.types?.includes('Land') && !card.figure.types.includes('Creature');
  add('field', 'in play', field.filter((card) => !isLand(card)));
  add('lands', 'lands', field.filter(isLand));
  const low: JSX.Element[] = [];
  const shields = own.find((zone) => zone.name.startsWith('shield'));
  if (shields) low.push(<Held {...props} zone={shields} kind="shields" />);
  const mana = own.find((zone) => zone.name === 'mana zone');
  if (mana) low.push(<Held {...props} zone={mana} kind="mana" />);
  const worn = own.filter((zone) => EQUIPMENT.includes(zone.name) && zone.count > 0);
  if (worn.length > 0) {
    low.push(
      <div class="row worn" role="group" aria-label={`${film.playerName(seat)}: hero and equipment`}>
        {worn.map((zone) => (
          <Held {...props} zone={zone} kind="slot" />
        ))}
      </div>,
    );
  }
  const pitch = own.find((zone) => zone.name === 'pitch');
  if (pitch && pitch.count > 0) low.push(<Held {...props} zone={pitch} kind="pitched" />);
  const hand = own.find((zone) => zone.name === 'hand');
  if (hand) low.push(<Held {...props} zone={hand} kind="hand" />);
  rows.push(<div class="low">{low}</div>);
  const shown = (zone: Zone) =>
    ['hand', 'mana zone', 'pitch'].includes(zone.name) || zone.name.startsWith('shield') || EQUIPMENT.includes(zone.name);
  const piles = own.filter((zone) => !shown(zone));
  const bar = <PlayerBar {...props} piles={piles} />;
  return (
    <section class={`side ${far ? 'far' : 'near'}`} aria-label={film.playerName(seat)}>
      {far ? [bar, ...rows.reverse()] : [...rows, bar]}
    </section>
  );
}

/** On whose side of a shared zone a card lies. */
function sideOf(card: Card): number | undefined {
  return card.figure.side ?? card.figure.owner;
}

/** A zone with its name, its cards and those that cannot be seen. */
function Held({ zone, kind, ...props }: Props & { zone: Zone; kind: string }) {
  const cards = cardsOf(props.table, zone);
  return (
    <div class={`zone ${kind}`}>
      <span class="zone-name">
        {zone.name} <b>{zone.count}</b>
      </span>
      <Row {...props} cards={cards} kind="line" label={zone.name} />
      <Backs count={zone.count - cards.length} name={zone.name} />
    </div>
  );
}

function PlayerBar({ film, table, seat, piles, ...props }: Props & { seat: number; piles: Zone[] }) {
  const facts = table.players.get(seat) ?? [];
  const score = facts.find((fact) => fact.name === film.head.score);
  const said = facts.filter((fact) => fact !== score && !COUNTED.includes(fact.name) && fact.value !== '0');
  const mana = facts.find((fact) => fact.name === 'mana' && fact.value.includes('{'));
  const turn = new Map(table.turn.map((fact) => [fact.name, fact.value]));
  const named = (value: string | undefined) => value === film.playerName(seat) || value === `seat ${seat}`;
  return (
    <div data-seat={seat} class={`bar ${table.changedSeats.has(seat) ? 'changed' : ''}`}>
      <span class="who">
        {film.playerName(seat)}
        {named(turn.get('active')) && <span class="tag">▶ turn</span>}
        {named(turn.get('priority')) && <span class="tag">✋ priority</span>}
      </span>
      <span class="score" title={film.head.score}>
        {film.head.score === 'life' ? '♥' : '▣'} {score?.value ?? ''} <small>{film.head.score}</small>
      </span>
      {mana && <span class="fact">mana {mana.value.replace(/[{}]/g, '')}</span>}
      {said.map((fact) => (
        <span class="fact">
          {fact.name.replace(/-/g, ' ')} <b>{fact.value}</b>
        </span>
      ))}
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
    <span class="pile">
      <button type="button" class="chip" disabled={cards.length === 0} aria-expanded={open} onClick={() => setOpen(!open)}>
        {zone.name} <b>{zone.count}</b>
      </button>
      {open && cards.length > 0 && (
        <div class="pile-open">
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
  const turn = table.turn.filter((fact) => ['turn', 'step'].includes(fact.name)).map((fact) => fact.value);
  const shared = table.zones.filter((zone) => zone.seat < 0 && PILES.includes(zone.name) && zone.count > 0);
  return (
    <section class="middle" aria-label="between the players">
      <span class="now">
        Turn {turn[0]} <b>{turn[1]}</b>
      </span>
      {stack && stack.count > 0 && <Held {...props} zone={stack} kind="stack" />}
      {film.head.game === 'flesh-and-blood' && <Chain {...props} cards={chain} />}
      {shared.map((zone) => (
        <Pile {...props} zone={zone} key={zone.name} />
      ))}
    </section>
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
  const shown = ['battlefield', 'battle zone', 'permanent', 'permanents', 'stack', 'chain', ...PILES];
  const zones = props.table.zones.filter((zone) => zone.seat < 0 && zone.count > 0 && !shown.includes(zone.name));
  return (
    <>
      {zones.map((zone) => (
        <Held {...props} zone={zone} kind="rest" key={zone.name} />
      ))}
    </>
  );
}

/** Makes cards smaller until the table fits, as far as they can be read; anew where the window changes. */
function useFit(host: RefObject<HTMLDivElement | null>, place: number): void {
  const fit = useRef(1);
  const shrink = () => {
    const board = host.current;
    if (!board || innerWidth <= 900) return;
    board.style.setProperty('--fit', String(fit.current));
    while (board.scrollHeight > board.clientHeight + 1 && fit.current > 0.82) {
      fit.current -= 0.05;
      board.style.setProperty('--fit', String(fit.current));
    }
  };
  useLayoutEffect(shrink, [place]);
  useLayoutEffect(() => {
    const anew = () => {
      fit.current = 1;
      shrink();
    };
    addEventListener('resize', anew);
    return () => removeEventListener('resize', anew);
  }, []);
}

interface Line {
  kind: string;
  path: string;
}

const attacks = (figure: Figure) => figure.marks?.includes('attacking') ?? false;

const ARROWS = ['attacking', 'blocking', 'target'];

function Arrows({ host, table, place }: { host: RefObject<HTMLDivElement | null>; table: Table; place: number }) {
  const [lines, setLines] = useState<Line[]>([]);
  const [size, setSize] = useState(0);
  useLayoutEffect(() => {
    const watch = new ResizeObserver(() => setSize((old) => old + 1));
    if (host.current) watch.observe(host.current);
    return () => watch.disconnect();
  }, []);
  useLayoutEffect(() => {
    const board = host.current;
    if (!board) return;
    const frame = board.getBoundingClientRect();
    const spot = (element: Element) => {
      const box = element.getBoundingClientRect();
      return { x: box.left - frame.left + box.width / 2, y: box.top - frame.top + box.height / 2, h: box.height / 2 };
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
          <marker id={`tip-${kind}`} viewBox="0 0 10 10" refX="8" refY="5" markerWidth="7" markerHeight="7" orient="auto">
            <path class={kind} d="M0 0L10 5L0 10z" />
          </marker>
        ))}
      </defs>
      {lines.map((line) => (
        <path class={`line ${line.kind}`} d={line.path} marker-end={`url(#tip-${line.kind})`} />
      ))}
    </svg>
  );
}
