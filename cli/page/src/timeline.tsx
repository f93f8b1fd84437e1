// The time line: turns as a strip, what players are counted by as curves, and the place where one is.

import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { Film } from './film';
import { isDecision } from './film';

interface Props {
  film: Film;
  place: number;
  /** Goes to a step; `jumps` where that may be far away. */
  go(place: number, jumps?: boolean): void;
  move(steps: number): void;
  /** What it is called. */
  name?: string;
}

const HEIGHT = 100;

/** A curve that goes in steps. */
function curve(values: number[], most: number): string {
  let path = '';
  let before = NaN;
  values.forEach((value, place) => {
    if (value === before) return;
    const y = HEIGHT - 6 - (Math.max(0, value) / most) * (HEIGHT - 14);
    path += path === '' ? `M0 ${y}` : `H${place}V${y}`;
    before = value;
  });
  return path === '' ? '' : `${path}H${values.length}`;
}

export function Timeline({ film, place, go, move, name = 'place in the game' }: Props) {
  const strip = useRef<HTMLDivElement>(null);
  const count = film.steps.length;
  const last = count - 1;
  const most = useMemo(() => Math.max(1, ...film.scores.flat()), [film]);
  const curves = useMemo(() => film.scores.map((values) => curve(values, most)), [film]);
  const marks = useMemo(() => notable(film), [film]);
  const estimates = useMemo(() => film.estimates(), [film]);
  const mistakes = useMemo(() => film.mistakes(), [film]);
  const disputed = film.disputed();
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const watch = new ResizeObserver(() => setWidth(strip.current?.clientWidth ?? 0));
    if (strip.current) watch.observe(strip.current);
    return () => watch.disconnect();
  }, []);
  const step = film.steps[place]!;
  const numbered = useMemo(() => numbers(film, width, step.n), [film, width, step.n]);

  const at = (x: number) => {
    const box = strip.current!.getBoundingClientRect();
    const share = Math.min(1, Math.max(0, (x - box.left) / box.width));
    return Math.round(share * last);
  };
  useEffect(() => {
    const element = strip.current!;
    let rest = 0;
    const wheel = (event: WheelEvent) => {
      event.preventDefault();
      rest += Math.abs(event.deltaX) > Math.abs(event.deltaY) ? event.deltaX : event.deltaY;
      const steps = Math.trunc(rest / 30);
      if (steps !== 0) {
        rest -= steps * 30;
        move(steps);
      }
    };
    element.addEventListener('wheel', wheel, { passive: false });
    return () => element.removeEventListener('wheel', wheel);
  }, [move]);
  const where = [`turn ${step.n}`, film.stepWords(step), `decision ${step.d}`].filter((part) => part !== '').join(', ');
  const spoken = `${where}: ${film.text(step.x)}`;
  const percent = (where: number) => `${(last === 0 ? 0 : (where / last) * 100).toFixed(3)}%`;
  return (
    <div class="timeline">
      <div class="legend" aria-hidden="true">
        {film.head.players.map((player, seat) => (
          <span class={`curve-name seat${seat}`}>
            <svg viewBox="0 0 24 6">
              <path d="M0 3H24" />
            </svg>
            {player.name} {film.standing(seat, place)}
          </span>
        ))}
        {estimates.length > 0 && (
          <span class="curve-name estimate">
            <svg viewBox="0 0 24 6">
              <path d="M0 3H24" />
            </svg>
            the bot's estimate: {film.playerName(0)} {estimates[place]} of 100
          </span>
        )}
      </div>
      <div
        class="track"
        ref={strip}
        role="slider"
        tabIndex={0}
        aria-label={name}
        aria-valuemin={0}
        aria-valuemax={last}
        aria-valuenow={place}
        aria-valuetext={spoken}
        onPointerDown={(event) => {
          if (event.button !== 0) return;
          event.currentTarget.setPointerCapture(event.pointerId);
          go(at(event.clientX), true);
        }}
        onPointerMove={(event) => {
          if (event.currentTarget.hasPointerCapture(event.pointerId)) go(at(event.clientX));
        }}
      >
        {film.turns.map((turn, number) => (
          <span
            class={`turn seat${turn.active} ${number % 2 ? 'odd' : ''} ${turn.turn === step.n ? 'here' : ''}`}
            ref={(element) => {
              if (!element) return;
              element.style.left = percent(turn.from);
              element.style.width = percent(turn.to - turn.from + 1);
            }}
            title={turn.turn === 0 ? 'before the first turn' : `turn ${turn.turn}: ${film.playerName(turn.active)}`}
          >
            {numbered.has(turn.turn) && (
              <span class="turn-number" ref={(element) => put(element, `${numbered.get(turn.turn)}px`)}>
                {turn.turn}
              </span>
            )}
          </span>
        ))}
        <svg viewBox={`0 0 ${count} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
          {marks.map(([where, kind]) => (
            <path class={`mark ${kind}`} d={`M${where} ${HEIGHT}V${HEIGHT - 8}`} />
          ))}
          {curves.map((path, seat) => (
            <path class={`curve seat${seat}`} d={path} />
          ))}
          {estimates.length > 0 && <path class="curve estimate" d={curve(estimates, 100)} />}
        </svg>
        {mistakes.map(([where, mistake]) => (
          <span
            class={`flag mistake seat${mistake.seat}`}
            ref={(element) => put(element, percent(where))}
            title={`decision ${mistake.decision}: the bot would rather ${film.text(mistake.better)}`}
          >
            ?
          </span>
        ))}
        {disputed !== undefined && (
          <span class="flag" ref={(element) => put(element, percent(disputed))} title="disputed">
            ⚑
          </span>
        )}
        <span class="needle" ref={(element) => put(element, percent(place))} />
      </div>
    </div>
  );
}

/** The turns that have room for their number, as many as there is room for, and the one where one is; each with how far its number is moved, so that the end of the line cuts nothing off. */
function numbers(film: Film, width: number, here: number): Map<number, number> {
  const last = Math.max(1, film.steps.length - 1);
  const begin = (turn: { from: number }) => (turn.from / last) * width;
  const wide = (turn: number) => 9 + 8 * String(turn).length;
  const own = film.turns.find((turn) => turn.turn === here && here > 0);
  const start = own ? Math.min(begin(own), width - wide(here)) : 0;
  const found = new Map<number, number>(own ? [[own.turn, start - begin(own)]] : []);
  let free = 0;
  for (const turn of film.turns) {
    const left = begin(turn);
    const right = left + wide(turn.turn);
    if (turn.turn === 0 || found.has(turn.turn)) continue;
    if (own && right > start && left < start + wide(here)) continue;
    if (left < free || right > width) continue;
    found.set(turn.turn, 0);
    free = right;
  }
  return found;
}

/** Puts a mark at its place. A style in the page's text would not be allowed. */
function put(element: HTMLElement | null, left: string): void {
  if (element) element.style.left = left;
}

/** Steps that are marked below the curves: what people tell of a game, and rewinds. */
function notable(film: Film): [place: number, kind: string][] {
  const marks: [number, string][] = [];
  film.steps.forEach((step, place) => {
    if (step.k === 'rewind' || step.k === 'note') marks.push([place, step.k]);
    else if (step.k === 'event' && !step.f) marks.push([place, 'told']);
    else if (isDecision(step) && step.q?.y) marks.push([place, 'decided']);
  });
  return marks.length > 4000 ? marks.filter((mark) => mark[1] !== 'decided') : marks;
}
