// Two logs side by side: together up to where they part, and each on its own way after that.

import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { Board } from './board';
import { signOf, type Parting } from './data';
import { type Film, isDecision } from './film';
import { type Key, Keys } from './keys';
import { fromAddress, name as nameOf } from './moment';
import { titled } from './names';
import { Panel, line } from './panel';
import { Skip } from './skip';
import { Timeline } from './timeline';

const SIDES = ['left', 'right'] as const;

const KEYS: Key[] = [
  ['← →', 'one event back or on, in both'],
  ['Shift ← →', 'to the decision before or after'],
  ['Page up, Page down', 'one turn back or on'],
  ['Home, End', 'to the beginning, to the end'],
  ['P', 'to where they part'],
  ['F', 'look from the other side'],
  ['Esc', 'close what is open'],
];

const RELATIONS: Record<string, string> = {
  same: 'Both logs hold the same match.',
  'left-continues': 'The right log is the beginning of the left one.',
  'right-continues': 'The left log is the beginning of the right one.',
  unrelated: 'These are two matches: they do not start the same.',
};

export function Pair({ films, parting }: { films: [Film, Film]; parting: Parting }) {
  const last = films.map((film) => film.steps.length - 1) as [number, number];
  const { fork } = parting;
  const whole = (at: number): [number, number] => [Math.min(at, last[0]), Math.min(at, last[1])];
  // A little before they part, so that both are seen to come from the same table.
  const [places, setPlaces] = useState<[number, number]>(() => whole(fromAddress(films[0])?.place ?? Math.max(0, fork - 1)));
  const [near, setNear] = useState(0);
  const [chosen, setChosen] = useState<[number | undefined, number | undefined]>([undefined, undefined]);
  const now = useRef(places);

  const go = useCallback((to: [number, number]) => {
    const inside = (at: number, side: 0 | 1) => Math.min(last[side], Math.max(0, at));
    now.current = [inside(to[0], 0), inside(to[1], 1)];
    setPlaces(now.current);
  }, []);
  const both = (to: (film: Film, at: number, side: number) => number) =>
    go([to(films[0], now.current[0], 0), to(films[1], now.current[1], 1)]);
  /** One side goes somewhere; where that is before they part, both do. */
  const goOn = (side: number, to: number) => {
    if (to < fork) return go([to, to]);
    const other = Math.max(now.current[1 - side]!, fork);
    go(side === 0 ? [to, other] : [other, to]);
  };
  const move = (steps: number) => {
    const [left, right] = now.current;
    // Back over the place where they part both go from there.
    if (steps < 0 && Math.min(left, right) + steps < fork) return go([Math.max(left, right) > fork ? fork : left + steps, Math.max(left, right) > fork ? fork : right + steps]);
    go([left + steps, right + steps]);
  };
  const decision = (way: 1 | -1) =>
    both((film, place) => {
      for (let at = place + way; at >= 0 && at < film.steps.length; at += way) if (isDecision(film.steps[at]!)) return at;
      return way > 0 ? film.steps.length - 1 : 0;
    });
  const turn = (way: 1 | -1) => {
    const turns = now.current.map((place, side) => films[side]!.steps[place]!.n);
    const wanted = Math.max(...turns) + way;
    both((film) => film.turns.find((one) => one.turn === wanted)?.from ?? (way > 0 ? film.steps.length - 1 : 0));
  };

  useEffect(() => {
    // The address names the left one's place: opened again, both are where they were.
    const timer = setTimeout(() => history.replaceState(null, '', `#${encodeURI(nameOf(films[0], places[0]))}`), 300);
    return () => clearTimeout(timer);
  }, [places]);

  useLayoutEffect(() => {
    const keys = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.target instanceof HTMLInputElement) return;
      const does: Record<string, () => void> = {
        ArrowRight: () => (event.shiftKey ? decision(1) : move(1)),
        ArrowLeft: () => (event.shiftKey ? decision(-1) : move(-1)),
        PageDown: () => turn(1),
        PageUp: () => turn(-1),
        Home: () => go([0, 0]),
        End: () => go(last),
        p: () => go(whole(fork)),
        f: () => setNear(1 - near),
        Escape: () => setChosen([undefined, undefined]),
      };
      const act = does[event.key] ?? does[event.key.toLowerCase()];
      if (act) {
        event.preventDefault();
        act();
      }
    };
    addEventListener('keydown', keys);
    return () => removeEventListener('keydown', keys);
  });

  const said =
    RELATIONS[parting.relation] ??
    `They part after ${parting.decisions} ${parting.decisions === 1 ? 'decision' : 'decisions'} in common.`;
  const apart = parting.relation === 'unrelated' || places.some((place) => place >= fork);
  return (
    <>
      <Skip to="leftboard" />
      <header class="head">
        <h1>
          Two logs <small>{titled(films[0].head.game)}: {films[0].head.players.map((player) => player.name).join(' against ')}</small>
        </h1>
        <p class="verdict parting" role="status">
          <b>{said}</b>
          {parting.relation !== 'same' && parting.relation !== 'unrelated' && (
            <button type="button" class="chip" onClick={() => go(whole(fork))}>where they part</button>
          )}
        </p>
        <div class="tools">
          <button type="button" class="chip" onClick={() => setNear(1 - near)}>⇅ sides</button>
          <button type="button" class="chip" onClick={() => print()}>print</button>
          <details class="keys">
            <summary>keys</summary>
            <Keys all={KEYS} />
          </details>
        </div>
      </header>
      <main class="pair">
        {SIDES.map((side, at) => (
          <Lane
            key={side}
            film={films[at]!}
            side={side}
            name={parting[side]}
            near={near}
            apart={apart}
            place={places[at]!}
            chosen={chosen[at]}
            go={(to) => goOn(at, to)}
            pick={(id) => setChosen((old) => (at === 0 ? [id === old[0] ? undefined : id, old[1]] : [old[0], id === old[1] ? undefined : id]))}
          />
        ))}
      </main>
      <footer class="foot-bar">
        <div class="controls">
          <button type="button" class="chip" onClick={() => turn(-1)} aria-label="one turn back" title="one turn back">⇤</button>
          <button type="button" class="chip" onClick={() => decision(-1)} aria-label="one decision back" title="one decision back">«</button>
          <button type="button" class="chip" onClick={() => move(-1)} aria-label="one event back" title="one event back">‹</button>
          <button type="button" class="chip" onClick={() => move(1)} aria-label="one event on" title="one event on">›</button>
          <button type="button" class="chip" onClick={() => decision(1)} aria-label="one decision on" title="one decision on">»</button>
          <button type="button" class="chip" onClick={() => turn(1)} aria-label="one turn on" title="one turn on">⇥</button>
          <span class="where">{apart ? 'after they part' : 'the same in both'}</span>
        </div>
        <div class="lines">
          {SIDES.map((side, at) => (
            <Timeline film={films[at]!} place={places[at]!} go={(to) => goOn(at, to)} move={move} name={`${side}: place in the game`} />
          ))}
        </div>
      </footer>
    </>
  );
}

interface LaneProps {
  film: Film;
  side: string;
  name: string;
  near: number;
  apart: boolean;
  place: number;
  chosen: number | undefined;
  go(place: number): void;
  pick(id: number | undefined): void;
}

function Lane({ film, side, name, near, apart, place, chosen, go, pick }: LaneProps) {
  const table = useMemo(() => film.table(place), [film, place]);
  const step = film.steps[place]!;
  const options = useMemo(() => {
    const asked = step.q;
    return new Set(asked ? film.list(asked.o).flatMap((one) => film.pools.options[one]!.slice(1)) : []);
  }, [film, place]);
  return (
    <section class={`lane ${apart ? 'apart' : ''}`} aria-label={`${side} log`}>
      <h2>
        {name} <small class={`verdict ${film.head.verdict}`}><b>{signOf(film.head.verdict)} {film.head.verdict}</b></small>
        <small>turn {step.n} · {film.stepWords(step)} · decision {step.d}</small>
      </h2>
      <p class="saying" aria-live="polite">{line(film, step)}</p>
      <Board film={film} table={table} near={near} side={side} chosen={chosen} options={options} place={place} pick={pick} />
      <Panel
        film={film}
        table={table}
        place={place}
        chosen={chosen}
        side={side}
        open={chosen !== undefined}
        close={() => pick(undefined)}
        go={go}
        pick={pick}
      />
    </section>
  );
}
