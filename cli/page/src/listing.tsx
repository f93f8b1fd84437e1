// The list of logs that `duelog serve` shows.

import { render } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { type Games, GamesOfMatch } from './games';
import { titled } from './names';
import './style.css';
import './listing.css';

interface Entry {
  log: string;
  file?: string;
  bytes: number;
  modified_ms?: number;
  game?: string;
  edition?: string;
  players?: { seat: number; name?: string; deck?: string }[];
  labels?: Record<string, string>;
  verdict?: string;
  decisions?: number;
  message?: string;
  result?: string;
}

interface Row {
  entry: Entry;
  name: string;
  players: string;
  result: string;
  verdict: string;
  /** Everything that can be searched, in small letters. */
  all: string;
}

type Column = 'name' | 'players' | 'result' | 'verdict' | 'decisions' | 'date';

const COLUMNS: [column: Column, title: string][] = [
  ['name', 'log'],
  ['players', 'players'],
  ['result', 'result'],
  ['verdict', 'verdict'],
  ['decisions', 'decisions'],
  ['date', 'date'],
];

/** How many rows are drawn at once. */
const SHOWN = 200;

/** After how many milliseconds the list is asked for again: while verdicts are missing, and else. */
const SOON = 700;
const LATER = 10_000;

const SIGNS: Record<string, string> = { verified: '✔', holds: '✔', incomplete: '…', undecided: '…', outdated: '…', '': '⋯' };

/** A label in words: the terms of a clock as `--clock` takes them, all others as they are. */
function labelled(name: string, text: string): string {
  const terms = name === 'clock-terms' ? /^(\d+)\+(\d+)/.exec(text) : null;
  if (!terms) return `${name}: ${text.length > 60 ? `${text.slice(0, 60)}…` : text}`;
  const time = (ms: string) => (Number(ms) % 60_000 === 0 ? `${Number(ms) / 60_000} min` : `${Number(ms) / 1_000} s`);
  return `clock: ${time(terms[1]!)}${terms[2] === '0' ? '' : `, ${time(terms[2]!)} of each decision free`}`;
}

function row(entry: Entry): Row {
  const players = (entry.players ?? []).map((player) => {
    const name = player.name ?? `Seat ${player.seat}`;
    return player.deck ? `${name} (${player.deck})` : name;
  });
  const made = {
    entry,
    name: entry.file ?? entry.log,
    players: players.join(' – '),
    result: entry.result ?? (entry.verdict === 'incomplete' ? 'not over' : ''),
    verdict: entry.verdict ?? '',
  };
  const labels = Object.entries(entry.labels ?? {}).map(([name, text]) => `${name} ${text}`);
  const all = [made.name, made.players, made.result, made.verdict, entry.message ?? '', entry.game ?? '', ...labels];
  return { ...made, all: all.join(' ').toLowerCase() };
}

function value(row: Row, column: Column): string | number {
  if (column === 'decisions') return row.entry.decisions ?? -1;
  if (column === 'date') return row.entry.modified_ms ?? Number.MAX_SAFE_INTEGER;
  return row[column].toLowerCase();
}

const order = new Intl.Collator('en', { numeric: true });

function compare(one: string | number, other: string | number): number {
  return typeof one === 'number' ? one - Number(other) : order.compare(one, String(other));
}

const address = (log: string) => log.split('/').map(encodeURIComponent).join('/');
const day = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });

function Listing() {
  const [entries, setEntries] = useState<Entry[] | undefined>();
  const [matches, setMatches] = useState<Games[]>([]);
  const [trouble, setTrouble] = useState('');
  const [words, setWords] = useState('');
  const [game, setGame] = useState('');
  const [verdict, setVerdict] = useState('');
  const [sorted, setSorted] = useState<{ by: Column; down: boolean }>({ by: 'name', down: false });
  const [shown, setShown] = useState(SHOWN);
  const [chosen, setChosen] = useState<string[]>([]);
  const [over, setOver] = useState(false);
  const [said, setSaid] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const asked = useRef(0);
  const tag = useRef('');

  const ask = async () => {
    clearTimeout(asked.current);
    let wait = LATER;
    try {
      const answer = await fetch('/api/logs', { headers: tag.current === '' ? {} : { 'if-none-match': tag.current } });
      if (answer.status === 200) {
        const { logs, matches } = (await answer.json()) as { logs: Entry[]; matches: Games[] };
        setEntries(logs);
        setMatches(matches);
        if (logs.some((entry) => entry.verdict === undefined)) wait = SOON;
        else tag.current = answer.headers.get('etag') ?? '';
      }
      setTrouble('');
    } catch {
      setTrouble('The server does not answer: it was ended, perhaps. This list is tried again.');
    }
    asked.current = window.setTimeout(ask, wait);
  };
  useEffect(() => {
    void ask();
    return () => clearTimeout(asked.current);
  }, []);

  const rows = useMemo(() => (entries ?? []).map(row), [entries]);
  const found = useMemo(() => {
    const wanted = words.toLowerCase().split(/\s+/).filter((word) => word !== '');
    const fits = (one: Row) =>
      wanted.every((word) => one.all.includes(word)) &&
      (game === '' || one.entry.game === game) &&
      (verdict === '' || (verdict === 'not' ? one.verdict !== 'verified' : one.verdict === verdict));
    const way = sorted.down ? -1 : 1;
    return rows.filter(fits).sort((one, other) => way * compare(value(one, sorted.by), value(other, sorted.by)));
  }, [rows, words, game, verdict, sorted]);
  const games = [...new Set(rows.flatMap((one) => one.entry.game ?? []))].sort();
  const verdicts = [...new Set(rows.map((one) => one.verdict).filter((one) => one !== ''))].sort();
  const open = rows.filter((one) => one.verdict === '').length;
  const bad = rows.filter((one) => !['verified', 'holds', 'incomplete', ''].includes(one.verdict)).length;

  const handIn = async (files: FileList | undefined | null) => {
    for (const file of files ?? []) {
      setSaid(`${file.name} is being verified.`);
      try {
        const answer = await fetch(`/api/logs?name=${encodeURIComponent(file.name)}`, { method: 'POST', body: file });
        const told = (await answer.json()) as Entry & { error?: string; remedy?: string };
        if (told.error) setSaid(`${file.name}: ${told.error}; ${told.remedy}`);
        else {
          setSaid(`${file.name} is ${told.verdict}: ${told.message}`);
          setChosen((old) => [...old.filter((one) => one !== told.log), told.log].slice(-2));
        }
      } catch {
        setSaid(`${file.name} could not be handed in: it may be too large.`);
      }
    }
    tag.current = '';
    void ask();
  };

  useEffect(() => {
    const keys = (event: KeyboardEvent) => {
      if (event.key === '/' && !(event.target instanceof HTMLInputElement)) {
        event.preventDefault();
        field.current?.focus();
      }
    };
    const drag = (event: DragEvent) => {
      event.preventDefault();
      setOver(event.type === 'dragover');
      if (event.type === 'drop') void handIn(event.dataTransfer?.files);
    };
    addEventListener('keydown', keys);
    for (const kind of ['dragover', 'dragleave', 'drop'] as const) addEventListener(kind, drag);
    return () => {
      removeEventListener('keydown', keys);
      for (const kind of ['dragover', 'dragleave', 'drop'] as const) removeEventListener(kind, drag);
    };
  }, []);

  const choose = (log: string, on: boolean) =>
    setChosen((old) => (on ? [...old, log].slice(-2) : old.filter((one) => one !== log)));
  const [left, right] = chosen;
  const narrowed = words !== '' || game !== '' || verdict !== '';

  return (
    <div class={`listing ${over ? 'over' : ''}`}>
      <header>
        <h1>Logs</h1>
        <p role="status" class="counted">
          {entries === undefined
            ? 'The logs are being listed.'
            : `${narrowed ? `${found.length} of ` : ''}${rows.length} ${rows.length === 1 ? 'log' : 'logs'}` +
              (open > 0 ? `, ${open} still to be verified` : '') +
              (bad > 0 ? `, ${bad} with a finding` : '')}
        </p>
        <search class="narrow">
          <input ref={field} type="search" placeholder="search ( / )" aria-label="search the logs" value={words} onInput={(event) => setWords(event.currentTarget.value)} />
          <select aria-label="game" value={game} onChange={(event) => setGame(event.currentTarget.value)}>
            <option value="">all games</option>
            {games.map((one) => <option value={one}>{titled(one)}</option>)}
          </select>
          <select aria-label="verdict" value={verdict} onChange={(event) => setVerdict(event.currentTarget.value)}>
            <option value="">all verdicts</option>
            <option value="not">not verified</option>
            {verdicts.map((one) => <option value={one}>{one}</option>)}
          </select>
          <a
            class={`chip compare ${right === undefined ? 'off' : ''}`}
            aria-disabled={right === undefined}
            href={right === undefined ? undefined : `/compare?left=${encodeURIComponent(left!)}&right=${encodeURIComponent(right)}`}
          >
            {right === undefined ? 'compare: choose two logs' : 'compare the two'}
          </a>
        </search>
        <label class="drop">
          Drag a log here, or choose one, to have it verified and shown.
          <input type="file" accept=".duelog" multiple onChange={(event) => void handIn(event.currentTarget.files)} />
        </label>
        <p role="status" class="said">{said}</p>
        {matches.map((games) => <GamesOfMatch games={games} />)}
        {trouble !== '' && <p role="alert" class="trouble">{trouble}</p>}
      </header>
      <main class="table" tabIndex={0} aria-label="logs">
        {/* Roles are named, as a small screen shows each row as a card. */}
        <table role="table">
          <colgroup>
            <col class="pick" />
            {COLUMNS.map(([column]) => <col class={column} />)}
          </colgroup>
          <thead role="rowgroup">
            <tr role="row">
              <th scope="col" role="columnheader"><span class="heard">compare</span></th>
              {COLUMNS.map(([column, title]) => (
                <th scope="col" role="columnheader" class={column === 'name' ? undefined : column} aria-sort={sorted.by !== column ? 'none' : sorted.down ? 'descending' : 'ascending'}>
                  <button type="button" onClick={() => setSorted({ by: column, down: sorted.by === column && !sorted.down })}>
                    {title} {sorted.by === column && <span aria-hidden="true">{sorted.down ? '▼' : '▲'}</span>}
                  </button>
                </th>
              ))}
            </tr>
          </thead>
          <tbody role="rowgroup">
            {found.slice(0, shown).map((one) => (
              <Line key={one.entry.log} row={one} chosen={chosen.includes(one.entry.log)} choose={choose} />
            ))}
          </tbody>
        </table>
        {found.length > shown && (
          <button type="button" class="chip" onClick={() => setShown(shown + SHOWN)}>
            show more: {found.length - shown} are not shown
          </button>
        )}
        {entries !== undefined && found.length === 0 && (
          <p class="muted">{rows.length === 0 ? 'There is no log in this folder: their names end in .duelog.' : 'No log fits this.'}</p>
        )}
      </main>
    </div>
  );
}

function Line({ row, chosen, choose }: { row: Row; chosen: boolean; choose(log: string, on: boolean): void }) {
  const { entry } = row;
  const fault = entry.verdict !== undefined && !['verified', 'holds', 'incomplete'].includes(entry.verdict);
  const disputed = fault && !['undecided', 'outdated'].includes(entry.verdict!);
  const name = entry.players === undefined ? row.name : <a href={`/report/${address(entry.log)}${disputed ? '#disputed' : ''}`}>{row.name}</a>;
  return (
    <tr role="row" class={entry.file === undefined ? '' : 'handed-in'}>
      <td class="pick" role="cell">
        <input type="checkbox" checked={chosen} aria-label={`compare ${row.name}`} onChange={(event) => choose(entry.log, event.currentTarget.checked)} />
      </td>
      <th scope="row" role="rowheader">
        {name}
        {entry.file !== undefined && <span class="handed">handed in</span>}
        <small>{entry.game === undefined ? '' : titled(entry.game)}{Object.entries(entry.labels ?? {}).map(([name, text]) => `; ${labelled(name, text)}`)}</small>
      </th>
      <td class="players" role="cell">
        {(entry.players ?? []).map((player) => (
          <span>
            {player.name ?? `Seat ${player.seat}`} <small>{player.deck}</small>
          </span>
        ))}
      </td>
      <td class="result" role="cell">{row.result}</td>
      <td class={`verdict ${row.verdict || 'waiting'}`} role="cell" title={entry.message}>
        <b>{SIGNS[row.verdict] ?? '✘'} {row.verdict === '' ? <span class="heard">not known yet</span> : row.verdict}</b>
        {fault && <small>{entry.message}</small>}
      </td>
      <td class="decisions" role="cell">
        {entry.decisions !== undefined && (
          <>
            {entry.decisions} <span class="label">{entry.decisions === 1 ? 'decision' : 'decisions'}</span>
          </>
        )}
      </td>
      <td class="date" role="cell">{entry.modified_ms === undefined ? '' : day.format(entry.modified_ms)}</td>
    </tr>
  );
}

const host = document.getElementById('app')!;
host.replaceChildren();
render(<Listing />, host);
