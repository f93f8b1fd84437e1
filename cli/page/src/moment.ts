// Moments as the commands name them: 57, t5, t5.combat.blocks, t5.combat.2, t5.first(cast "Shock"), start, end, disputed.

import type { Film } from './film';

interface Wanted {
  turn?: number;
  steps: string[];
  time: number;
  said?: { last: boolean; words: string[] };
}

/** The step that a moment means; none where there is none. */
export function find(film: Film, text: string): number | undefined {
  const small = text.trim().toLowerCase();
  if (small === 'start') return film.lastOf.get(0);
  if (small === 'end') return film.steps.length - 1;
  if (small === 'disputed') return film.disputed();
  if (/^\d+$/.test(small)) return film.lastOf.get(Number(small));
  const wanted = parse(small);
  return wanted && happens(film, wanted);
}

/** The step that the address names. */
export function fromAddress(film: Film): number | undefined {
  const hash = location.hash.slice(1);
  if (hash === '') return undefined;
  try {
    return find(film, decodeURIComponent(hash));
  } catch {
    return undefined;
  }
}

function parse(text: string): Wanted | undefined {
  const wanted: Wanted = { steps: [], time: 1 };
  const parts = text.match(/(?:[^.(]|\([^)]*\))+/g);
  if (!parts) return undefined;
  for (const [place, part] of parts.entries()) {
    const turn = /^(?:turn|t)(\d+)$/.exec(part);
    const said = /^(first|last)\((.*)\)$/.exec(part);
    if (said && !wanted.said) {
      const words = said[2]!.split('"').flatMap((piece, at) => (at % 2 ? [piece.trim()] : piece.split(/\s+/)));
      wanted.said = { last: said[1] === 'last', words: words.filter((word) => word !== '') };
      if (wanted.said.words.length === 0) return undefined;
    } else if (turn && place === 0) wanted.turn = Number(turn[1]);
    else if (/^\d+$/.test(part) && wanted.steps.length > 0 && !wanted.said) wanted.time = Number(part);
    else if (/^[\p{L}\d-]+$/u.test(part) && wanted.turn !== undefined && !wanted.said) wanted.steps.push(part);
    else return undefined;
  }
  return wanted;
}

function happens(film: Film, wanted: Wanted): number | undefined {
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
  const { said } = wanted;
  if (begin === undefined || !said) return begin;
  const fits = (place: number) =>
    film.steps[place]!.k === 'event' && inside(place) && film.contains(film.steps[place]!, said.words);
  if (said.last) {
    for (let place = film.steps.length - 1; place >= begin; place--) if (fits(place)) return place;
  } else {
    for (let place = begin; place < film.steps.length; place++) if (fits(place)) return place;
  }
  return undefined;
}

/** How a step is named: as shortly as it can be, else by the decision that it follows from. */
export function name(film: Film, place: number): string {
  const step = film.steps[place]!;
  const candidates: string[] = [];
  if (step.n > 0) {
    const where = `t${step.n}.${film.stepName(step)}`;
    candidates.push(`t${step.n}`, where, `${where}.2`);
  }
  candidates.push(String(step.d));
  if (step.k === 'event' && !/["()#]/.test(film.text(step.x).replace(/ #\d+/g, ''))) {
    candidates.push(`t${step.n}.first("${film.text(step.x)}")`);
  }
  return candidates.find((text) => find(film, text) === place) ?? String(step.d);
}
