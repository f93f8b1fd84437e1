// How large the cards of a table are: as large as they can be with all of the table in sight.

import type { RefObject } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';

type Host = RefObject<HTMLDivElement | null>;

/** How much cards say (0: all, 1: no types, 2: name and size), and how large they are; the largest first. */
const SIZES: [level: number, size: number][] = [
  [0, 1.55], [0, 1.42], [0, 1.3], [0, 1.2], [0, 1.1], [0, 1], [0, 0.94],
  [1, 1], [1, 0.93], [1, 0.86], [1, 0.8], [2, 1.05], [2, 0.95], [2, 0.86], [2, 0.78], [2, 0.7],
];

/** With more than two players: every row on one line, which scrolls sideways. */
const LEAN: [level: number, size: number][] = [[3, 0.86], [3, 0.76], [3, 0.66]];

/** How high a row that scrolls is at least. */
const LEAST = 44;

/** Cards grow again only where there is room for two sizes more, so that they do not flicker. */
const SLACK = 2;

export function Fit({ host, place }: { host: Host; place: number }) {
  const size = useRef<number | undefined>(undefined);
  const fit = () => {
    const board = host.current;
    if (!board) return;
    if (innerWidth <= 900) {
      const bar = board.querySelector<HTMLElement>('.own > .bar');
      board.style.setProperty('--own', `${bar?.offsetHeight ?? 0}px`);
      return show(board, SIZES[6]!);
    }
    size.current = fitting(board, size.current);
  };
  useLayoutEffect(fit, [place]);
  useLayoutEffect(() => {
    const anew = () => {
      size.current = undefined;
      fit();
    };
    // The board also becomes larger or smaller without the window.
    let before = '';
    const watch = new ResizeObserver(() => {
      const now = `${host.current?.clientWidth} ${host.current?.clientHeight}`;
      if (now !== before && before !== '') anew();
      before = now;
    });
    if (host.current) watch.observe(host.current);
    return () => watch.disconnect();
  }, []);
  return null;
}

function show(board: HTMLElement, [level, size]: [level: number, size: number]): void {
  board.classList.toggle('tight', level >= 1);
  board.classList.toggle('tiny', level >= 2);
  board.classList.toggle('lean', level >= 3);
  board.classList.remove('over');
  board.style.setProperty('--fit', String(size));
}

/** What each player has in play scrolls by itself, in the room that all else leaves. */
function scroll(board: HTMLElement): void {
  const sides = [...board.querySelectorAll(':scope > .side:has(> .row.field)')];
  // The rows of two sides that stand next to each other are equally high.
  const lines = new Set(sides.map((side) => Math.round(side.getBoundingClientRect().top))).size;
  board.classList.add('over');
  board.style.setProperty('--field', '0px');
  const room = (board.clientHeight - innerHeightOf(board)) / Math.max(1, lines);
  board.style.setProperty('--field', `${Math.max(LEAST, Math.floor(room))}px`);
}

/** How high the parts of a table are together, with what is between them. */
function innerHeightOf(board: HTMLElement): number {
  const parts = [...board.querySelectorAll(':scope > .side, :scope > .middle, :scope > .zone')].map((part) => part.getBoundingClientRect());
  const style = getComputedStyle(board);
  const inner = Math.max(...parts.map((part) => part.bottom)) - Math.min(...parts.map((part) => part.top));
  return inner + parseFloat(style.paddingTop) + parseFloat(style.paddingBottom);
}

/** The size with which the table fits; where none is small enough, what is in play is scrolled in its own rows. */
function fitting(board: HTMLElement, before: number | undefined): number {
  const sizes = board.classList.contains('many') ? [...SIZES, ...LEAN] : SIZES;
  const fits = (place: number) => {
    show(board, sizes[place]!);
    return board.scrollHeight <= board.clientHeight + 1 && board.scrollWidth <= board.clientWidth + 1;
  };
  const last = sizes.length - 1;
  let place = before ?? 0;
  if (!fits(place)) {
    while (place < last && !fits(place)) place++;
    if (!fits(place)) scroll(board);
    return place;
  }
  let best = place;
  while (best > 0 && fits(best - 1)) best--;
  if (place - best >= SLACK) place = best + 1;
  show(board, sizes[place]!);
  return place;
}
