// A branch of a log, played on against the bot: the table as one player sees it, what has happened, and the question.

import { title } from './names';
import { render } from 'preact';
import { useEffect, useLayoutEffect, useMemo, useState } from 'preact/hooks';
import { Board } from './board';
import type { Shown } from './data';
import { Film } from './film';
import { line, ObjectBox, Rule } from './panel';
import { Skip } from './skip';
import './style.css';
import './branch.css';

interface Asked {
  question: string;
  rule: string;
  how?: string;
  effect?: string;
  ask: 'pick' | 'number' | 'split' | 'name';
  min: number;
  max: number;
  words: string[];
  pays: boolean;
  done: boolean;
}

interface Told {
  branch: string;
  log: string;
  at: number;
  seat: number;
  decisions: number;
  answers: number;
  shown: Shown;
  asked?: Asked;
  over?: string;
}

interface Trouble {
  error: string;
  remedy: string;
}

/** Where the branch that this browser plays is kept in mind. */
const OWN = 'duelog-branch';

const wanted = new URLSearchParams(location.search);

async function ask(address: string, method: 'GET' | 'POST'): Promise<Told> {
  const response = await fetch(address, { method });
  const body = await response.json();
  if (!response.ok) throw body as Trouble;
  return body as Told;
}

function begin(): Promise<Told> {
  const parameters = new URLSearchParams(wanted);
  const before = localStorage.getItem(OWN);
  if (before) parameters.set('instead', before);
  return ask(`/api/branch?${parameters}`, 'POST');
}

/** The branch of the address, or a new one where it is forgotten. */
async function open(): Promise<Told> {
  const id = location.hash.slice(1);
  const known = /^[0-9a-f]{16}$/.test(id) ? await ask(`/api/branch/${id}`, 'GET').catch(() => undefined) : undefined;
  return known ?? begin();
}

function trouble(error: unknown): Trouble {
  const known = error as Partial<Trouble>;
  if (known?.error !== undefined) return { error: known.error, remedy: known.remedy ?? '' };
  return { error: 'the server does not answer', remedy: 'start it again: branches are forgotten when it ends' };
}

function Branch() {
  const [told, setTold] = useState<Told | undefined>();
  const [wrong, setWrong] = useState<Trouble | undefined>();
  const [thinks, setThinks] = useState(true);
  const take = (coming: Promise<Told>) => {
    setThinks(true);
    coming
      .then((now) => {
        localStorage.setItem(OWN, now.branch);
        history.replaceState(null, '', `${location.pathname}${location.search}#${now.branch}`);
        setWrong(undefined);
        setTold(now);
      })
      .catch((error: unknown) => setWrong(trouble(error)))
      .finally(() => setThinks(false));
  };
  useEffect(() => take(open()), []);
  const log = told?.log ?? wanted.get('log') ?? '';
  const back = `/report/${log.split('/').map(encodeURIComponent).join('/')}#${told?.at ?? wanted.get('at') ?? ''}`;
  return (
    <>
      <Skip />
      {told ? (
        <Match
          told={told}
          thinks={thinks}
          back={back}
          wrong={wrong}
          undo={() => take(ask(`/api/branch/${told.branch}/undo?${new URLSearchParams({ after: String(told.decisions) })}`, 'POST'))}
          answer={(text) => take(ask(`/api/branch/${told.branch}?${new URLSearchParams({ line: text, after: String(told.decisions) })}`, 'POST'))}
        />
      ) : (
        <main class="waits" id="board" tabIndex={-1}>
          <h1>A branch</h1>
          {wrong ? <Wrong wrong={wrong} /> : <p role="status">The branch is being begun.</p>}
          {log !== '' && <a class="chip" href={back}>back to the log</a>}
        </main>
      )}
    </>
  );
}

function Wrong({ wrong }: { wrong: Trouble }) {
  return (
    <p class="finding" role="alert">
      {wrong.error}. {wrong.remedy !== '' && <span>{wrong.remedy}.</span>}
    </p>
  );
}

interface MatchProps {
  told: Told;
  thinks: boolean;
  back: string;
  wrong: Trouble | undefined;
  undo(): void;
  answer(text: string): void;
}

function Match({ told, thinks, back, wrong, undo, answer }: MatchProps) {
  const film = useMemo(() => new Film(told.shown), [told]);
  const last = film.steps.length - 1;
  const [place, setPlace] = useState(last);
  const [chosen, setChosen] = useState<number | undefined>();
  useEffect(() => {
    setPlace(last);
    setChosen(undefined);
  }, [film]);
  const at = Math.min(place, last);
  const table = useMemo(() => film.table(at), [film, at]);
  const options = useMemo(() => {
    const asked = film.steps[at]!.q;
    return new Set(asked ? film.list(asked.o).flatMap((one) => film.pools.options[one]!.slice(1)) : []);
  }, [film, at]);
  const card = chosen === undefined ? undefined : table.card(chosen);
  const pick = (id: number | undefined) => setChosen(id === chosen ? undefined : id);
  const other = film.head.players.find((player) => player.seat !== told.seat);
  const sides = new URLSearchParams({ log: told.log, at: String(told.at), seat: String(other?.seat ?? 0) });
  const happened = film.steps.map((step, number) => ({ step, number })).filter(({ step }) => step.k === 'event' && !step.f);
  const undoes = !thinks && told.answers > 0;
  useLayoutEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      const typing = event.target instanceof HTMLInputElement;
      if (event.key !== 'u' || event.ctrlKey || event.metaKey || event.altKey || typing || !undoes) return;
      event.preventDefault();
      undo();
    };
    addEventListener('keydown', pressed);
    return () => removeEventListener('keydown', pressed);
  }, [undoes, told]);
  document.title = `A branch of ${told.log} – Duelog`;
  return (
    <>
      <header class="head">
        <h1>
          {title(film.head.players.map((player) => player.name))}
          <small>
            {' '}
            a branch of {told.log} after decision {told.at}
          </small>
        </h1>
        <p class="verdict undecided">
          You have seat {told.seat}, and the bot the other one. Nobody else sees this branch, and no log has it before you save it.
        </p>
        <div class="tools">
          <button type="button" class="chip" aria-keyshortcuts="u" disabled={!undoes} title="takes back your last answer, and what the bot answered after it (key u)" onClick={undo}>
            undo ( u )
          </button>
          <a class="chip" href={back}>back to the log</a>
          <a class="chip" href={`/branch?${sides}`}>begin with the other seat</a>
          <a class="chip" href={`/api/branch/${told.branch}/log`} download="branch.duelog">save</a>
        </div>
      </header>
      <main class="branch">
        <Board film={film} table={table} near={told.seat} chosen={chosen} options={options} place={at} pick={pick} />
        <aside class="panel open" aria-label="what is asked, and what happened">
          {wrong && <Wrong wrong={wrong} />}
          {at < last ? (
            <section class="box">
              <h2>Before</h2>
              <p class="said">{line(film, film.steps[at]!)}</p>
              <button type="button" class="chip" onClick={() => setPlace(last)}>back to now</button>
            </section>
          ) : told.over !== undefined ? (
            <section class="box" role="status">
              <h2>The match is over</h2>
              <p class="said">{told.over}</p>
            </section>
          ) : (
            told.asked && <Question key={`${told.branch} ${told.decisions}`} asked={told.asked} thinks={thinks} answer={answer} />
          )}
          {card && <ObjectBox film={film} table={table} place={at} chosen={chosen} card={card} go={setPlace} pick={pick} />}
          <section class="box log" aria-label="what has happened since your answer">
            <h2>Since your answer</h2>
            {happened.length === 0 && <p class="muted">Nothing that you could see.</p>}
            <ol tabIndex={0} aria-label="what has happened">
              {happened.map(({ step, number }) => (
                <li key={number}>
                  <button type="button" class="entry event" aria-current={number === at ? 'step' : undefined} onClick={() => setPlace(number)}>
                    {line(film, step)}
                  </button>
                </li>
              ))}
            </ol>
          </section>
        </aside>
      </main>
    </>
  );
}

/** The question, and what can be answered. */
function Question({ asked, thinks, answer }: { asked: Asked; thinks: boolean; answer(text: string): void }) {
  const one = asked.ask === 'pick' && asked.max === 1;
  return (
    <section class="box question" aria-label="the question to you">
      <h2>You are asked</h2>
      <p class="said">
        {asked.question} <Rule number={asked.rule} />
      </p>
      {asked.effect !== undefined && <p class="muted">by the effect: {asked.effect}</p>}
      <fieldset disabled={thinks} aria-label="answers">
        {asked.done ? (
          <button type="button" class="chip answer" onClick={() => answer('done')}>done: there is nothing to choose</button>
        ) : one ? (
          <>
            {asked.words.map((words, place) => (
              <button type="button" class="chip answer" key={place} onClick={() => answer(String(place + 1))}>{words}</button>
            ))}
            {asked.min === 0 && <button type="button" class="chip answer" onClick={() => answer('none')}>none</button>}
          </>
        ) : asked.ask === 'pick' ? (
          <Several asked={asked} answer={answer} />
        ) : asked.ask === 'split' ? (
          <Shares asked={asked} answer={answer} />
        ) : (
          <Typed asked={asked} answer={answer} />
        )}
        {asked.pays && !asked.done && <button type="button" class="chip answer" onClick={() => answer('auto')}>pay by itself</button>}
      </fieldset>
      <p class="muted" role="status">{thinks ? 'The bot thinks.' : ''}</p>
    </section>
  );
}

/** Several options, in the order in which they are chosen. */
function Several({ asked, answer }: { asked: Asked; answer(text: string): void }) {
  const [taken, setTaken] = useState<number[]>([]);
  const most = Math.min(asked.max, asked.words.length);
  const toggle = (place: number) => setTaken((old) => (old.includes(place) ? old.filter((other) => other !== place) : [...old, place]));
  const wrong = taken.length < asked.min || taken.length > most;
  return (
    <>
      <p class="muted">{asked.min === most ? `Choose ${most}.` : `Choose ${asked.min} to ${most}.`}</p>
      {asked.words.map((words, place) => (
        <button type="button" class="chip answer" key={place} aria-pressed={taken.includes(place)} onClick={() => toggle(place)}>
          {taken.includes(place) && <b>{taken.indexOf(place) + 1}. </b>}
          {words}
        </button>
      ))}
      <button type="button" class="chip answer give" disabled={wrong} onClick={() => answer(taken.length === 0 ? 'none' : taken.map((place) => place + 1).join(' '))}>
        {taken.length === 0 ? 'answer: none' : `answer: these ${taken.length}`}
      </button>
    </>
  );
}

/** Shares of a sum. */
function Shares({ asked, answer }: { asked: Asked; answer(text: string): void }) {
  const [shares, setShares] = useState<number[]>(() => asked.words.map(() => 0));
  const left = asked.max - shares.reduce((sum, share) => sum + share, 0);
  const given = shares.map((share, place) => [place + 1, share]).filter(([, share]) => share !== 0);
  return (
    <>
      <p class="muted">{left} of {asked.max} left.</p>
      {asked.words.map((words, place) => (
        <label class="share" key={place}>
          <input
            type="number"
            min={0}
            max={asked.max}
            value={shares[place]}
            onInput={(event) => {
              const share = Number(event.currentTarget.value);
              setShares((old) => old.map((before, other) => (other === place ? share : before)));
            }}
          />{' '}
          {words}
        </label>
      ))}
      <button type="button" class="chip answer give" disabled={left !== 0} onClick={() => answer(given.map(([place, share]) => `${place}=${share}`).join(' '))}>answer</button>
    </>
  );
}

/** A number or a name. */
function Typed({ asked, answer }: { asked: Asked; answer(text: string): void }) {
  const [text, setText] = useState(asked.ask === 'number' ? String(asked.min) : '');
  const number = asked.ask === 'number';
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        answer(text);
      }}
    >
      <label class="share">
        {number ? `a number from ${asked.min} to ${asked.max}` : 'a name'}{' '}
        {number ? (
          <input type="number" min={asked.min} max={asked.max} value={text} onInput={(event) => setText(event.currentTarget.value)} />
        ) : (
          <input type="text" value={text} onInput={(event) => setText(event.currentTarget.value)} />
        )}
      </label>
      <button type="submit" class="chip answer give">answer</button>
    </form>
  );
}

const host = document.getElementById('app')!;
host.replaceChildren();
render(<Branch />, host);
