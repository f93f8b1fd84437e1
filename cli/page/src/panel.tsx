// What is asked of a step or an object: rules, options, reasons, how a value came about; and the log of the turn.

import { useEffect, useRef, useState } from 'preact/hooks';
import type { Mistake, Step } from './data';
import { Cost } from './card';
import type { Card, Film, Table } from './film';
import { isDecision } from './film';
import { saidOf } from './names';

interface Props {
  film: Film;
  table: Table;
  place: number;
  chosen: number | undefined;
  /** Of two panels in a page, which. */
  side?: string;
  /** On a small screen: true if it lies over the table. */
  open?: boolean;
  close?(): void;
  /** Goes to a step that may be far away. */
  go(place: number): void;
  pick(id: number | undefined): void;
  /** Shows what follows from a better answer. */
  branch?(mistake: Mistake): void;
}

export function Rule({ number }: { number: string }) {
  if (number === '') return null;
  return (
    <span class="rule" title="the number of the rule">
      § {number}
    </span>
  );
}

/** A step in a line, as a screen reader says it too. */
export function line(film: Film, step: Step): string {
  const text = film.text(step.x);
  const who = step.w === undefined ? '' : film.playerName(step.w);
  if (step.k === 'answer') return `${who}: ${text}`;
  if (step.k === 'disputed') return `${who}, disputed: ${text}`;
  return text;
}

export function Panel(props: Props) {
  const { side = '', open, close } = props;
  const card = props.chosen === undefined ? undefined : props.table.card(props.chosen);
  const panel = useRef<HTMLElement>(null);
  useEffect(() => {
    if (panel.current) panel.current.scrollTop = 0;
  }, [props.chosen, open]);
  return (
    <aside class={`panel ${open ? 'open' : ''}`} id={`${side}panel`} ref={panel} aria-label={`${side} what happens and why`.trim()}>
      {close && (
        <button type="button" class="chip put-away" onClick={close}>
          ✕ back to the table
        </button>
      )}
      {card && <ObjectBox {...props} card={card} />}
      <StepBox {...props} />
      <Log {...props} />
    </aside>
  );
}

function StepBox({ film, side = '', place, go, pick, branch }: Props) {
  const mistake = film.mistakeAt(place);
  const step = film.steps[place]!;
  const behind = film.decisionBehind(place);
  const decision = behind === undefined ? undefined : film.steps[behind]!;
  const heads: Record<Step['k'], string> = {
    event: 'What happens',
    answer: 'A decision',
    disputed: 'The disputed decision',
    rewind: 'The match goes back',
    note: 'A note beside the match',
    end: 'The end of the log',
  };
  return (
    <section class={`box step ${step.k}`} aria-label={`${side} ${heads[step.k]}`.trim()}>
      <h2>
        {heads[step.k]} <small>decision {step.d}</small>
      </h2>
      <p class="said">{line(film, step)}</p>
      <dl class="about">
        {step.r !== undefined && !isDecision(step) && (
          <>
            <dt>rule</dt>
            <dd>
              <Rule number={film.text(step.r)} />
            </dd>
          </>
        )}
        {decision && behind !== place && decision.w !== undefined && (
          <>
            <dt>follows from</dt>
            <dd>
              <button type="button" class="link" onClick={() => go(behind!)}>
                decision {decision.d}, chosen by {film.playerName(decision.w)}: {film.text(decision.x)}
              </button>
            </dd>
          </>
        )}
        {!decision && step.d === 0 && (
          <>
            <dt>follows from</dt>
            <dd>the setup: nobody chose</dd>
          </>
        )}
      </dl>
      {mistake && <Better film={film} mistake={mistake} {...(branch && { branch })} />}
      {isDecision(step) && <Asked film={film} step={step} pick={pick} />}
      {step.k === 'disputed' && <p class="finding">⚑ {film.head.message}</p>}
    </section>
  );
}

/** A better answer, as the bot sees it. */
function Better({ film, mistake, branch }: { film: Film; mistake: Mistake; branch?(mistake: Mistake): void }) {
  const [given, better] = mistake.estimates.map((share) => Math.round(share / 10));
  return (
    <div class="better">
      <p>
        <b>?</b> The bot would rather <q>{film.text(mistake.better)}</q>: it gives {film.playerName(mistake.seat)} {better} of 100
        after that, and {given} after the answer given.
      </p>
      {branch && (
        <button type="button" class="chip" onClick={() => branch(mistake)}>
          show what could have followed
        </button>
      )}
      <p class="muted">This is a bot's estimate from a few tries with hidden cards dealt anew. It is neither a proof nor a ruling.</p>
    </div>
  );
}

function Asked({ film, step, pick }: { film: Film; step: Step; pick(id: number): void }) {
  const asked = step.q;
  const who = step.w === undefined ? '' : film.playerName(step.w);
  if (!asked) return <p class="muted">What {who} was asked is not for this viewer to know.</p>;
  const options = film.list(asked.o).map((place) => film.pools.options[place]!);
  const missing = film.list(asked.m).map((place) => film.pools.missing[place]!);
  const chosen = new Set(asked.y ?? []);
  return (
    <div class="asked">
      <p>
        {who} was asked: <q>{film.text(asked.x)}</q> <Rule number={film.text(asked.r)} />
      </p>
      {options.length > 0 && (
        <details open={options.length <= 14}>
          <summary>What was legal ({options.length})</summary>
          <ul class="options">
            {options.map(([text, object], place) => (
              <li class={chosen.has(place) ? 'taken' : ''}>
                {chosen.has(place) && <b>✓ </b>}
                <Named text={film.text(text)} object={object} pick={pick} />
                {chosen.has(place) && <small> chosen</small>}
              </li>
            ))}
          </ul>
        </details>
      )}
      {missing.length > 0 && (
        <details open={step.k === 'disputed'}>
          <summary>What was not, and why ({missing.length})</summary>
          <ul class="options">
            {missing.map(([text, object, why, rule]) => (
              <li>
                ✗ <Named text={film.text(text)} object={object} pick={pick} />: {film.text(why)}{' '}
                <Rule number={film.text(rule)} />
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  );
}

function Named({ text, object, pick }: { text: string; object: number; pick(id: number): void }) {
  if (object <= 0) return <span>{text}</span>;
  return (
    <button type="button" class="link" onClick={() => pick(object)}>
      {text}
    </button>
  );
}

export function ObjectBox({ film, side = '', table, place, card, pick }: Props & { card: Card }) {
  const words = film.wordsOf(card, table);
  const steps = film.explanation(place, card.id);
  const asked = film.steps[place]!.q;
  const reasons = asked ? film.list(asked.m).map((one) => film.pools.missing[one]!).filter((one) => one[1] === card.id) : [];
  const hidden = ['types', 'colors'];
  return (
    <section class="box object" aria-label={`${side} the card ${card.name}`.trim()}>
      <h2>
        {card.name} <small>#{card.id}</small>
        <button type="button" class="close" onClick={() => pick(undefined)} aria-label="close">
          ✕
        </button>
      </h2>
      <p class="muted">
        {card.figure.cost && <Cost cost={card.figure.cost} />} {card.line}
      </p>
      {words && words.length > 0 && (
        <div class="words">
          {words.map((line) => (
            <p>{line}</p>
          ))}
        </div>
      )}
      {reasons.map(([text, , why, rule]) => (
        <p class="finding">
          ✗ {film.text(text)}: {film.text(why)} <Rule number={film.text(rule)} />
        </p>
      ))}
      <dl class="about">
        {card.facts.filter((fact) => !hidden.includes(fact.name)).map((fact) => (
          <>
            <dt>{saidOf(fact.name, fact.value)[0]}</dt>
            <dd>{saidOf(fact.name, fact.value)[1]}</dd>
          </>
        ))}
      </dl>
      {steps.length > 0 && (
        <>
          <h3>How this came about</h3>
          <ol class="layers">
            {steps.map((step) => (
              <li>
                <b>{step.layer}</b> <Rule number={step.rule} />
                <br />
                {step.change} <span class="muted">– {step.source}</span>
              </li>
            ))}
          </ol>
        </>
      )}
    </section>
  );
}

function Log({ film, side = '', place, go }: Props) {
  const [details, setDetails] = useState(false);
  const list = useRef<HTMLOListElement>(null);
  const here = film.steps[place]!;
  const turn = film.turns.find((one) => place >= one.from && place <= one.to)!;
  const places: number[] = [];
  for (let at = turn.from; at <= turn.to; at++) {
    const step = film.steps[at]!;
    const dull = step.f || (step.k === 'answer' && film.text(step.x) === 'pass');
    if (details || !dull || at === place) places.push(at);
  }
  useEffect(() => {
    const current = list.current?.querySelector<HTMLElement>('[aria-current]');
    if (current && list.current) list.current.scrollTop = current.offsetTop - list.current.clientHeight / 2;
  }, [place, details]);
  let name = '';
  return (
    <section class="box log" aria-label={`${side} the turn`.trim()}>
      <h2>
        {here.n === 0 ? 'Before the first turn' : `Turn ${here.n}, ${film.playerName(here.a)}`}
        <label class="switch">
          <input type="checkbox" checked={details} onChange={() => setDetails(!details)} /> everything
        </label>
      </h2>
      <ol ref={list} tabIndex={0} aria-label="what happens in this turn">
        {places.map((at) => {
          const step = film.steps[at]!;
          const now = film.stepWords(step);
          const head = now !== name ? now : '';
          name = now;
          return (
            <li key={at}>
              {head && <span class="when">{head}</span>}
              <button
                type="button"
                class={`entry ${step.k} ${step.f ? 'dull' : ''}`}
                aria-current={at === place ? 'step' : undefined}
                onClick={() => go(at)}
              >
                {step.k === 'event' ? '' : step.k === 'answer' ? '▸ ' : step.f ? '◷ ' : '⚑ '}
                {line(film, step)}
              </button>
            </li>
          );
        })}
      </ol>
    </section>
  );
}
