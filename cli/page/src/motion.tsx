// Cards that go from one place of the table to another are seen to go there.

import type { RefObject } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { Table, Zone } from './film';

type Host = RefObject<HTMLDivElement | null>;

interface Spot {
  element: HTMLElement;
  box: DOMRect;
}

/** Where everything lay before the page was drawn anew: cards by their object, zones by their key. */
export interface Spots {
  table: Table;
  cards: Map<number, Spot>;
  zones: Map<string, DOMRect>;
}

/** How long a card is under way, in milliseconds. */
const LONG = 260;

/** Beyond this many cards at once nobody follows them. */
const MOST = 40;

const still = () => matchMedia('(prefers-reduced-motion: reduce)').matches;

export const zoneKey = (zone: Zone) => `${zone.name}/${zone.seat}`;

/** Where everything lies; nothing where it need not be known. */
export function spots(board: HTMLElement | null, table: Table): Spots | undefined {
  if (!board || still() || document.hidden) return undefined;
  const cards = new Map<number, Spot>();
  for (const element of board.querySelectorAll<HTMLElement>('[data-object]')) {
    const spot = { element, box: element.getBoundingClientRect() };
    for (const id of element.dataset['object']!.split(' ')) cards.set(Number(id), spot);
  }
  const zones = new Map<string, DOMRect>();
  for (const element of board.querySelectorAll<HTMLElement>('[data-zone]')) {
    zones.set(element.dataset['zone']!, element.getBoundingClientRect());
  }
  return { table, cards, zones };
}

/** The zone of each object that is seen. */
function places(table: Table): Map<number, Zone> {
  return new Map(table.zones.flatMap((zone) => zone.objects.map((id) => [id, zone] as const)));
}

/** Zones that have more or fewer hidden cards than before. */
function hidden(before: Table, now: Table, more: boolean): Zone[] {
  const unseen = (zone: Zone | undefined) => (zone ? zone.count - zone.objects.length : 0);
  return now.zones.filter((zone) => {
    const grown = unseen(zone) - unseen(before.zones.find((one) => zoneKey(one) === zoneKey(zone)));
    return more ? grown > 0 : grown < 0;
  });
}

export interface Moves {
  /** By object, the object that it was before. */
  was: Map<number, number>;
  /** By object that is new to the viewer, the zone with hidden cards from which it can have come. */
  from: Map<number, string>;
  /** By object that is not on the table any more, the zone to which it can have gone. */
  to: Map<number, string>;
}

/** What became of the objects of a table: an object gets another number with another zone. */
export function moves(before: Table, now: Table): Moves {
  const [old, here] = [places(before), places(now)];
  const gone = [...old.keys()].filter((id) => !here.has(id));
  const [was, from, to] = [new Map<number, number>(), new Map<number, string>(), new Map<number, string>()];
  const own = (table: Table, id: number, zone: Zone) => {
    const figure = table.card(id)?.figure;
    return zone.seat >= 0 ? zone.seat : (figure?.owner ?? figure?.side);
  };
  const [emptied, filled] = [hidden(before, now, false), hidden(before, now, true)];
  for (const [id, zone] of here) {
    if (old.has(id)) continue;
    const named = now.card(id)?.name;
    const alike = gone.filter((one) => before.card(one)?.name === named);
    const seat = own(now, id, zone);
    const found = alike.find((one) => own(before, one, old.get(one)!) === seat) ?? alike[0];
    if (found !== undefined) {
      was.set(id, found);
      gone.splice(gone.indexOf(found), 1);
      continue;
    }
    const source = emptied.find((one) => one.seat === seat) ?? emptied[0];
    if (source) from.set(id, zoneKey(source));
  }
  for (const id of gone) {
    const seat = own(before, id, old.get(id)!);
    const goal = filled.find((one) => one.seat === seat) ?? filled[0];
    if (goal) to.set(id, zoneKey(goal));
  }
  return { was, from, to };
}

/** Lets cards go from where they were to where they are. */
export function Motion({ host, before, table }: { host: Host; before: Spots | undefined; table: Table }) {
  const shown = useRef<Table | undefined>(undefined);
  useLayoutEffect(() => {
    const board = host.current;
    if (board && before && shown.current === before.table && before.table !== table) fly(board, before, table);
    shown.current = table;
  }, [table]);
  return null;
}

function fly(board: HTMLElement, before: Spots, table: Table): void {
  const now = spots(board, table);
  if (!now) return;
  const { was, from, to } = moves(before.table, table);
  const begins: [HTMLElement, number, number][] = [];
  const done = new Set<HTMLElement>();
  for (const [id, { element, box }] of now.cards) {
    if (done.has(element)) continue;
    const zone = from.get(id);
    const begin = before.cards.get(id)?.box ?? before.cards.get(was.get(id) ?? -1)?.box ?? (zone && before.zones.get(zone)) ?? closed(before, was.get(id));
    if (!begin) continue;
    const [x, y] = [center(begin, 'x') - center(box, 'x'), center(begin, 'y') - center(box, 'y')];
    done.add(element);
    if (Math.abs(x) + Math.abs(y) > 2) begins.push([element, x, y]);
  }
  if (begins.length > MOST) return;
  for (const [element, x, y] of begins) {
    element.animate({ translate: [`${x}px ${y}px`, '0 0'], zIndex: [12, 12] }, { duration: LONG, easing: 'ease-out' });
  }
  leave(board, before, now, table, new Map([...was].map(([id, old]) => [old, id])), to);
}

/** Where a card lay in a pile that was closed. */
function closed(before: Spots, id: number | undefined): DOMRect | undefined {
  const zone = id === undefined ? undefined : before.table.zones.find((one) => one.objects.includes(id));
  return zone && before.zones.get(zoneKey(zone));
}

/** Cards that are not drawn any more go to the pile in which they are now. */
function leave(board: HTMLElement, before: Spots, now: Spots, table: Table, becomes: Map<number, number>, to: Map<number, string>): void {
  const here = places(table);
  const ghosts = new Set<HTMLElement>();
  for (const [id, { element, box }] of before.cards) {
    if (element.isConnected || ghosts.has(element) || ghosts.size >= 12) continue;
    const zone = here.get(becomes.get(id) ?? id);
    const key = zone ? zoneKey(zone) : to.get(id);
    const goal = key === undefined ? undefined : now.zones.get(key);
    if (!goal || now.cards.has(becomes.get(id) ?? id)) continue;
    ghosts.add(element);
    const ghost = element.cloneNode(true) as HTMLElement;
    ghost.removeAttribute('data-object');
    ghost.inert = true;
    ghost.setAttribute('aria-hidden', 'true');
    ghost.classList.add('ghost');
    const frame = board.getBoundingClientRect();
    ghost.style.left = `${box.left - frame.left + board.scrollLeft}px`;
    ghost.style.top = `${box.top - frame.top + board.scrollTop}px`;
    ghost.style.width = `${box.width}px`;
    board.append(ghost);
    const [x, y] = [center(goal, 'x') - center(box, 'x'), center(goal, 'y') - center(box, 'y')];
    const way = ghost.animate(
      { translate: ['0 0', `${x}px ${y}px`], scale: [1, 0.4], opacity: [1, 0.2] },
      { duration: LONG, easing: 'ease-in' },
    );
    way.onfinish = way.oncancel = () => ghost.remove();
  }
}

const center = (box: DOMRect, way: 'x' | 'y') => (way === 'x' ? box.left + box.width / 2 : box.top + box.height / 2);
