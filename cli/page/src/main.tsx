// The page of a match.

import { render } from 'preact';
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { Board } from './board';
import { type Mistake, read, signOf, type Step } from './data';
import { Film, isDecision } from './film';
import { GamesOfMatch } from './games';
import { type Key, Keys } from './keys';
import { type Found as Sought, fromAddress, name } from './moment';
import { decks, title, titled } from './names';
import { Pair } from './pair';
import { Panel, line } from './panel';
import { Skip } from './skip';
import { Timeline } from './timeline';
import { write as transcribe } from './transcript';
import './style.css';

const KEYS: Key[] = [
  ['← →', 'one event back or on'],
  ['Shift ← →', 'to the decision before or after'],
  ['Page up, Page down', 'one turn back or on'],
  ['Home, End', 'to the beginning, to the end'],
  ['Space', 'play what is told, or stop playing'],
  ['+ −', 'play faster, slower'],
  ['D', 'to the disputed decision'],
  ['F', 'look from the other side'],
  ['/', 'search; Enter for the next find'],
  ['Esc', 'close what is open'],
  ['?', 'this list'],
];

const SPEEDS = [0.5, 1, 2, 4, 8];

/** How long an event that is told stays while the game is played, in milliseconds. */
const BEAT = 450;

/** After how long the address follows. */
const FOLLOWS = 250;

/** The step at which a page opens: what the address names, or the disputed decision, or the first one. */
function begin(film: Film): number {
  return fromAddress(film)?.place ?? film.disputed() ?? film.lastOf.get(0) ?? 0;
}

/** A game; where the bot knows a better answer, also what could have followed from that. */
function Match({ film }: { film: Film }) {
  const [line, setLine] = useState<{ film: Film; from: number } | undefined>();
  if (line) {
    return <App key={`line ${line.from}`} film={line.film} aside={`what could have followed from another answer to decision ${line.from}, as the bot plays`} back={() => setLine(undefined)} />;
  }
  return <App key="game" film={film} branch={(mistake) => setLine({ film: film.line(mistake), from: mistake.decision })} />;
}

interface AppProps {
  film: Film;
  /** What a line beside the game is; its steps have no address. */
  aside?: string;
  /** Returns to the game. */
  back?(): void;
  branch?(mistake: Mistake): void;
}

function App({ film, aside, back, branch }: AppProps) {
  const last = film.steps.length - 1;
  const { head } = film;
  const own = typeof head.viewer === 'object' ? head.viewer.seat : 0;
  const [place, setPlace] = useState(() => (aside === undefined ? begin(film) : 0));
  /** What the address names, if there is no such moment. */
  const [lost, setLost] = useState<(Sought & { text: string }) | undefined>(() => (aside === undefined ? missed(film) : undefined));
  const [near, setNear] = useState(own);
  const [chosen, setChosen] = useState<number | undefined>();
  const [playing, setPlaying] = useState(false);
  const [speed, setSpeed] = useState(1);
  const [help, setHelp] = useState(false);
  const [words, setWords] = useState('');
  const [notice, setNotice] = useState('');
  /** On a small screen: true if the panel lies over the table. */
  const [sheet, setSheet] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const dialog = useRef<HTMLDialogElement>(null);
  const noticed = useRef(0);

  // Where one is now, though nothing may have been drawn since the last key.
  const now = useRef(place);
  const address = useRef(0);
  const follow = useCallback(() => {
    clearTimeout(address.current);
    address.current = 0;
    if (aside === undefined) write(`#${encodeURI(name(film, now.current))}`, false);
  }, [film]);
  /** Goes to a step. A jump can be taken back with the browser's own button; a step changes the address alone. */
  const go = useCallback(
    (to: number, jumps = false) => {
      const before = now.current;
      now.current = Math.min(last, Math.max(0, to));
      setPlace(now.current);
      setLost(undefined);
      clearTimeout(address.current);
      if (jumps && aside === undefined && before !== now.current) {
        if (address.current) write(`#${encodeURI(name(film, before))}`, false);
        address.current = 0;
        write(`#${encodeURI(name(film, now.current))}`, true);
      } else address.current = window.setTimeout(follow, FOLLOWS);
    },
    [film],
  );
  const jump = useCallback((to: number) => go(to, true), [go]);
  const move = useCallback((steps: number) => go(now.current + steps), [film]);
  const table = useMemo(() => film.table(place), [film, place]);
  const found = useMemo(() => film.search(words), [film, words]);
  const step = film.steps[place]!;
  const disputed = film.disputed();
  const options = useMemo(() => {
    const asked = step.q;
    return new Set(asked ? film.list(asked.o).flatMap((one) => film.pools.options[one]!.slice(1)) : []);
  }, [film, place]);

  const decision = (way: 1 | -1) => {
    for (let at = now.current + way; at >= 0 && at <= last; at += way) if (isDecision(film.steps[at]!)) return go(at);
    go(way > 0 ? last : 0);
  };
  const turn = (way: 1 | -1) => {
    const here = now.current;
    const number = film.turns.findIndex((one) => here >= one.from && here <= one.to);
    const begins = film.turns[number]!.from;
    jump(way > 0 ? (film.turns[number + 1]?.from ?? last) : here > begins ? begins : (film.turns[number - 1]?.from ?? 0));
  };
  const faster = (way: 1 | -1) =>
    setSpeed((old) => SPEEDS[Math.min(SPEEDS.length - 1, Math.max(0, SPEEDS.indexOf(old) + way))]!);
  const nextFound = () => jump(found.find((one) => one > now.current) ?? found[0] ?? now.current);

  useEffect(() => {
    if (!playing) return;
    const timer = setInterval(() => {
      if (now.current >= last) setPlaying(false);
      go(film.nextTold(now.current));
    }, BEAT / speed);
    return () => clearInterval(timer);
  }, [playing, speed]);

  useEffect(() => {
    const moved = () => {
      if (back) return back();
      clearTimeout(address.current);
      address.current = 0;
      const to = fromAddress(film)?.place;
      if (to !== undefined) {
        now.current = to;
        setPlace(to);
      }
      setLost(missed(film));
    };
    const leaves = () => address.current !== 0 && follow();
    addEventListener('hashchange', moved);
    addEventListener('pagehide', leaves);
    return () => {
      removeEventListener('hashchange', moved);
      removeEventListener('pagehide', leaves);
    };
  }, [film]);

  // Both with the drawing and not after it: the next key may come sooner.
  useLayoutEffect(() => {
    const open = dialog.current;
    if (help && open && !open.open) open.showModal();
    if (help || !open) return;
    open.close();
    // Focus goes back to where it was. If that was nowhere, the browser leaves it in the closed list until it draws.
    if (open.contains(document.activeElement)) (document.activeElement as HTMLElement).blur();
  }, [help]);

  useLayoutEffect(() => {
    const keys = (event: KeyboardEvent) => {
      const inField = event.target instanceof HTMLInputElement && event.target.type !== 'checkbox';
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.key === 'Escape') {
        if (back && chosen === undefined && !help && words === '') return back();
        setHelp(false);
        setChosen(undefined);
        setSheet(false);
        setWords('');
        if (inField) field.current?.blur();
        return;
      }
      if (inField || help) return;
      const onButton = event.target instanceof HTMLButtonElement || event.target instanceof HTMLElement && event.target.tagName === 'SUMMARY';
      const does: Record<string, () => void> = {
        ArrowRight: () => (event.shiftKey ? decision(1) : move(1)),
        ArrowLeft: () => (event.shiftKey ? decision(-1) : move(-1)),
        PageDown: () => turn(1),
        PageUp: () => turn(-1),
        Home: () => jump(0),
        End: () => jump(last),
        ' ': () => setPlaying((old) => !old),
        '+': () => faster(1),
        '-': () => faster(-1),
        d: () => disputed !== undefined && jump(disputed),
        f: () => setNear(other(film, near)),
        '/': () => field.current?.focus(),
        '?': () => setHelp(true),
      };
      if (event.key === ' ' && onButton) return;
      const act = does[event.key] ?? does[event.key.toLowerCase()];
      if (act) {
        event.preventDefault();
        act();
      }
    };
    addEventListener('keydown', keys);
    return () => removeEventListener('keydown', keys);
  });

  const copy = async (text: string, done: string, else_: string) => {
    try {
      await navigator.clipboard.writeText(text);
      setNotice(done);
    } catch {
      setNotice(else_);
    }
    clearTimeout(noticed.current);
    noticed.current = window.setTimeout(() => setNotice(''), 12_000);
  };
  const copyLink = () => {
    if (!addressed()) {
      const step = film.steps[now.current]!;
      const moment = `${whereIn(film, step)}, decision ${step.d}: ${name(film, now.current)}`;
      return copy(moment, `Copied: ${moment}`, moment);
    }
    follow();
    return copy(location.href, 'The link is copied.', 'The link stands in the address bar.');
  };
  const copyFork = () => {
    const command = `duelog fork ${quoted(head.log ?? 'LOG')} --at ${film.forkAt(place)} --out forked.duelog`;
    return copy(command, `Copied: ${command}`, command);
  };
  const pick = (id: number | undefined) => {
    const other = id === chosen ? undefined : id;
    setChosen(other);
    setSheet(other !== undefined);
  };
  const foot = useRef<HTMLElement>(null);
  // Measured before the first picture, too: what stands above the time line would jump otherwise.
  useLayoutEffect(() => {
    const measure = () => document.documentElement.style.setProperty('--foot', `${foot.current?.offsetHeight ?? 0}px`);
    measure();
    const watch = new ResizeObserver(measure);
    if (foot.current) watch.observe(foot.current);
    return () => watch.disconnect();
  }, []);

  return (
    <>
      <Skip />
      <header class="head">
        <h1>
          {title(head.players.map((player) => player.name))}
          <small>
            {' '}
            {titled(head.game)}, rules of {head.edition}
            {head.players.some((player) => player.deck) && `; ${decks(head.players.map((player) => player.deck ?? '?'))}`}
          </small>
        </h1>
        <p class={`verdict ${head.verdict}`} role="status">
          <b>
            {signOf(head.verdict)} {head.verdict}
          </b>{' '}
          {head.message} {head.rule && <span class="rule">§ {head.rule}</span>}
          {disputed !== undefined && (
            <button type="button" class="chip alarm" onClick={() => jump(disputed)}>
              ⚑ {['illegal', 'diverged'].includes(head.verdict) ? 'the disputed decision' : 'where it fails'}
            </button>
          )}
        </p>
        {head.games && <GamesOfMatch games={head.games} />}
        <div class="tools">
          <span class="looks">{looksFrom(film)}</span>
          <span class="search">
            <input
              ref={field}
              type="search"
              placeholder="search ( / )"
              aria-label="search what happens"
              value={words}
              onInput={(event) => setWords(event.currentTarget.value)}
              onKeyDown={(event) => event.key === 'Enter' && nextFound()}
            />
            {words !== '' && <Found film={film} found={found} go={jump} />}
          </span>
          <button type="button" class="chip" onClick={() => setNear(other(film, near))}>⇅ sides</button>
          {aside === undefined && (
            <button type="button" class="chip" onClick={copyLink} title={addressed() ? undefined : 'copies the name of this moment, as the commands take it'}>
              {addressed() ? 'copy link' : 'copy moment'}
            </button>
          )}
          {film.hasInputs && (
            <button type="button" class="chip" onClick={copyFork} title="copies the command that begins a new log here">fork here</button>
          )}
          {film.hasInputs && aside === undefined && served() !== undefined && (
            <a class="chip" href={`/branch?${new URLSearchParams({ log: served()!, at: String(film.forkAt(place)) })}`} title="begins a branch here, which you play on against the bot">
              play on here
            </a>
          )}
          <button type="button" class="chip" onClick={() => print()}>print</button>
          <button type="button" class="chip" onClick={() => setHelp(true)}>? keys</button>
          <span role="status" class="notice">{notice}</span>
        </div>
      </header>
      {back && (
        <p class="aside" role="status">
          <b>{aside}.</b> It is an estimate, and not in the log.{' '}
          <button type="button" class="chip" onClick={back}>back to the game (Esc)</button>
        </p>
      )}
      <main>
        {lost && <Lost film={film} lost={lost} place={place} close={() => setLost(undefined)} />}
        <Board film={film} table={table} near={near} chosen={chosen} options={options} place={place} pick={pick} />
        <Panel
          film={film}
          table={table}
          place={place}
          chosen={chosen}
          open={sheet}
          close={() => {
            setSheet(false);
            setChosen(undefined);
          }}
          go={jump}
          pick={pick}
          {...(branch && { branch })}
        />
      </main>
      <footer class="foot-bar" ref={foot}>
        <div class="controls">
          <button type="button" class="chip" onClick={() => turn(-1)} aria-label="one turn back" title="one turn back">⇤</button>
          <button type="button" class="chip" onClick={() => decision(-1)} aria-label="one decision back" title="one decision back">«</button>
          <button type="button" class="chip" onClick={() => move(-1)} aria-label="one event back" title="one event back">‹</button>
          <button type="button" class="chip play" onClick={() => setPlaying(!playing)} aria-label={playing ? 'stop playing' : 'play'}>
            {playing ? '‖' : '▶'}
          </button>
          <button type="button" class="chip" onClick={() => move(1)} aria-label="one event on" title="one event on">›</button>
          <button type="button" class="chip" onClick={() => decision(1)} aria-label="one decision on" title="one decision on">»</button>
          <button type="button" class="chip" onClick={() => turn(1)} aria-label="one turn on" title="one turn on">⇥</button>
          <label class="speed">
            <select aria-label="speed" value={speed} onChange={(event) => setSpeed(Number(event.currentTarget.value))}>
              {SPEEDS.map((one) => <option value={one}>{one}×</option>)}
            </select>
          </label>
          <span class="where">
            {whereIn(film, step)} · decision {step.d}
          </span>
          <span class="saying" aria-live="polite" role="log">{line(film, step)}</span>
          <button
            type="button"
            class="chip sheet-opens"
            aria-expanded={sheet}
            aria-controls="panel"
            onClick={() => {
              setChosen(undefined);
              setSheet(!sheet);
            }}
          >
            what happens
          </button>
        </div>
        <Timeline film={film} place={place} go={go} move={move} />
      </footer>
      <dialog ref={dialog} class="help" aria-label="keys" onClose={() => setHelp(false)}>
        <h2>Keys</h2>
        <Keys all={KEYS} />
        <p>A link can name a moment as the commands do: <code>#t5.combat</code>, <code>#57</code>, <code>#t5.first(shock)</code>, <code>#end</code>, <code>#disputed</code>; <code>#57.3</code> is the third event after decision 57.</p>
        <button type="button" class="chip" onClick={() => setHelp(false)}>close</button>
      </dialog>
    </>
  );
}

/** By what `serve` calls this log; nothing where the page is a file or shows two logs. */
function served(): string | undefined {
  const [, log] = /^\/report\/(.+)$/.exec(location.pathname) ?? [];
  return location.protocol.startsWith('http') && log !== undefined ? decodeURIComponent(log) : undefined;
}

/** True if this page has an address that leads to it: in the frame of another page it has none. */
function addressed(): boolean {
  return location.protocol !== 'about:';
}

/** Writes the address, as a new entry of the browser's history or in place of the one that there is. */
function write(hash: string, anew: boolean): void {
  if (hash === location.hash) return;
  try {
    if (anew) history.pushState(null, '', hash);
    else history.replaceState(null, '', hash);
  } catch {
    // A frame without an address of its own.
  }
}

/** What the address names, if there is no such moment. */
function missed(film: Film): (Sought & { text: string }) | undefined {
  const sought = fromAddress(film);
  return sought?.why === undefined ? undefined : sought;
}

/** A file's name as a shell reads it. */
function quoted(name: string): string {
  return /^[\w./-]+$/.test(name) ? name : `'${name.replaceAll("'", "'\\''")}'`;
}

/** The turn and its step, in words; not every viewer knows the step. */
function whereIn(film: Film, step: Step): string {
  const turn = step.n === 0 ? 'before the first turn' : `turn ${step.n}`;
  const name = film.stepWords(step);
  return name === '' ? turn : `${turn} · ${name}`;
}

/** A moment that does not exist: says so, and what there is. */
function Lost({ film, lost, place, close }: { film: Film; lost: Sought & { text: string }; place: number; close(): void }) {
  const step = film.steps[place]!;
  return (
    <div class="lost" role="alert">
      <p>
        <b>There is no moment “{lost.text}” here:</b> {lost.why}. The table below is another one: {whereIn(film, step)}, decision {step.d}.
      </p>
      {lost.there.length > 0 && (
        <p>
          There is{' '}
          {lost.there.map((one) => (
            <>
              <a href={`#${one}`}>{one}</a>{' '}
            </>
          ))}
        </p>
      )}
      <button type="button" class="chip" onClick={close}>close</button>
    </div>
  );
}

function Found({ film, found, go }: { film: Film; found: number[]; go(place: number): void }) {
  return (
    <div class="found">
      <p>{found.length === 0 ? 'Nothing of this is told.' : `${found.length} found`}</p>
      <ol>
        {found.slice(0, 60).map((place) => (
          <li key={place}>
            <button type="button" class="entry" onClick={() => go(place)}>
              <small>t{film.steps[place]!.n}</small> {line(film, film.steps[place]!)}
            </button>
          </li>
        ))}
      </ol>
    </div>
  );
}

function other(film: Film, near: number): number {
  const seats = film.head.players.map((player) => player.seat);
  return seats[(seats.indexOf(near) + 1) % seats.length] ?? near;
}

function looksFrom(film: Film): string {
  const { viewer } = film.head;
  if (viewer === 'judge') return '◉ a judge sees everything';
  if (viewer === 'public') return '◍ what everybody may know';
  return `◐ what ${film.playerName(viewer.seat)} may know`;
}

async function open(): Promise<void> {
  const host = document.getElementById('app')!;
  const data = await read(document.getElementById('data')!.textContent ?? '');
  const film = new Film(data);
  const films = data.other ? [film, new Film(data.other)] : [film];
  document.title = `${title(film.head.players.map((player) => player.name))} – Duelog`;
  const transcript = document.getElementById('transcript')!;
  addEventListener('beforeprint', () => transcribe(films, transcript));
  matchMedia('print').addEventListener('change', () => transcribe(films, transcript));
  host.replaceChildren();
  const [, other] = films;
  render(other && data.parting ? <Pair films={[film, other]} parting={data.parting} /> : <Match film={film} />, host);
}

open().catch((error: unknown) => {
  document.getElementById('app')!.textContent = `This page cannot be opened: ${String(error)}. A browser of 2023 or later can read it.`;
});
