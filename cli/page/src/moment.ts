// Moments as the commands name them: 57, t5, t5.combat.blocks, t5.combat.2, t5.first(cast "Shock"), start, end, disputed.
// The page has one more: 57.3 is the third event that follows from decision 57.

import type { Film } from './film';

interface Wanted {
  turn?: number;
  steps: string[];
  time: number;
  said?: { last: boolean; words: string[] };
}

/** A moment that was looked for. */
export interface Found {
  /** Its step, or the nearest one that there is. */
  place?: number;
  /** Why there is no such moment; absent where there is one. */
  why?: string;
  /** Moments that there are. */
  there: string[];
}

const at = (place: number): Found => ({ place, there: [] });

/** The step that a moment means, or why there is none. */
export function find(film: Film, text: string): Found {
  const small = text.trim().toLowerCase();
  const last = film.steps.length - 1;
  if (small === 'start') return at(film.lastOf.get(0) ?? 0);
  if (small === 'end') return at(last);
  if (small === 'disputed') {
    const disputed = film.disputed();
    return disputed !== undefined ? at(disputed) : { why: 'no decision of this log is disputed', there: ['start', 'end'] };
  }
  const numbered = /^(\d+)(?:\.(\d+))?$/.exec(small);
  if (numbered) return decided(film, Number(numbered[1]), numbered[2] === undefined ? undefined : Number(numbered[2]));
  const wanted = parse(small);
  if (!wanted) return { why: 'this names no moment', there: ['start', 't1', 'end'] };
  return happens(film, wanted);
}

/** The step that the address names; nothing where it names none. */
export function fromAddress(film: Film): (Found & { text: string }) | undefined {
  const hash = location.hash.slice(1);
  if (hash === '' || hash === 'board') return undefined;
  let text = hash;
  try {
    text = decodeURIComponent(hash);
  } catch {
    // It is shown as it is.
  }
  return { ...find(film, text), text };
}

function decided(film: Film, decision: number, event: number | undefined): Found {
  const last = film.lastOf.get(decision);
  if (last === undefined) {
    const most = film.head.decisions;
    return { why: `this log has decisions 0 to ${most}`, there: ['start', String(most)] };
  }
  if (event === undefined) return at(last);
  const first = film.steps.findIndex((step) => step.d === decision);
  const place = first + event - 1;
  if (event > 0 && place <= last && film.steps[place]!.d === decision) return at(place);
  return { place: last, why: `decision ${decision} has no event ${event}`, there: [String(decision)] };
}

function parse(text: string): Wanted | undefined {
  const wanted: Wanted = { steps: [], time: 1 };
  const parts = text.match(/(?:[^.(]|\([^)]*\))+/g);
  if (!parts) return undefined;
  for (const [place, part] of parts.entries()) {
    const turn = /^(?:turn|t)(\d+)$/.exec(part);
    const said = /^(first|last)\((.*)\)$/.exec(part);
    if (said && !wanted.said) {
      // Texts in quotation marks of either kind; an apostrophe within a word ends nothing.
      const pieces = [...said[2]!.matchAll(/"([^"]*)"?|'(.*?)'(?=\s|$)|[^\s"]+/g)];
      const words = pieces.map((piece) => (piece[1] ?? piece[2] ?? piece[0]).trim());
      wanted.said = { last: said[1] === 'last', words: words.filter((word) => word !== '') };
      if (wanted.said.words.length === 0) return undefined;
    } else if (turn && place === 0) wanted.turn = Number(turn[1]);
    else if (/^\d+$/.test(part) && wanted.steps.length > 0 && !wanted.said) wanted.time = Number(part);
    else if (/^[\p{L}\d-]+$/u.test(part) && wanted.turn !== undefined && !wanted.said) wanted.steps.push(part);
    else return undefined;
  }
  return wanted;
}

function happens(film: Film, wanted: Wanted): Found {
  const inside = (place: number) => {
    const step = film.steps[place]!;
    const names = film.stepName(step).split('.');
    return (wanted.turn === undefined || wanted.turn === step.n) && wanted.steps.every((word) => names.includes(word));
  };
  let times = 0;
  let begin: number | undefined;
  for (let place = 0; place < film.steps.length && begin === undefined; place++) {
    if (inside(place) && (place === 0 || !inside(place - 1)) && ++times === wanted.time) begin = place;
  }
  if (begin === undefined) return notReached(film, wanted, times);
  const { said } = wanted;
  if (!said) return at(begin);
  const fits = (place: number) =>
    film.steps[place]!.k === 'event' && inside(place) && film.contains(film.steps[place]!, said.words);
  if (said.last) {
    for (let place = film.steps.length - 1; place >= begin; place--) if (fits(place)) return at(place);
  } else {
    for (let place = begin; place < film.steps.length; place++) if (fits(place)) return at(place);
  }
  const where = wanted.turn === undefined ? 'in this log' : `in turn ${wanted.turn}`;
  return { place: begin, why: `nothing is told ${where} with ${said.words.join(', ')}`, there: [] };
}

/** What a log has in place of a turn or step that it does not have. */
function notReached(film: Film, wanted: Wanted, times: number): Found {
  const numbers = film.turns.map((one) => one.turn);
  const [first, last] = [Math.min(...numbers.filter((number) => number > 0)), Math.max(...numbers)];
  const turn = film.turns.find((one) => one.turn === wanted.turn);
  if (!turn) {
    return { why: `there is no turn ${wanted.turn}: the last one is turn ${last}`, there: [`t${first}`, `t${last}`] };
  }
  const has = new Set<string>();
  for (let place = turn.from; place <= turn.to; place++) has.add(`t${turn.turn}.${film.stepName(film.steps[place]!)}`);
  const more = times === 0 ? '' : ` more than ${times} ${times === 1 ? 'time' : 'times'}`;
  return { place: turn.from, why: `turn ${turn.turn} has no ${wanted.steps.join('.')}${more}`, there: [...has] };
}

/** How a step is named, shortly: by its turn, its step of the turn, or the decision that it follows from. */
export function name(film: Film, place: number): string {
  const step = film.steps[place]!;
  const candidates: string[] = [];
  if (step.n > 0) {
    const where = `t${step.n}.${film.stepName(step)}`;
    candidates.push(`t${step.n}`);
    if (film.stepName(step) !== '') candidates.push(where, `${where}.2`);
  }
  candidates.push(String(step.d));
  const found = candidates.find((text) => {
    const one = find(film, text);
    return one.why === undefined && one.place === place;
  });
  if (found !== undefined) return found;
  const first = film.steps.findIndex((one) => one.d === step.d);
  return `${step.d}.${place - first + 1}`;
}
