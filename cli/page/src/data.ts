// The data of a page as `cli/src/report/data.rs` writes it.

export type Sort = 'event' | 'answer' | 'disputed' | 'rewind' | 'note' | 'end';

export interface Question {
  p: number;
  x: number;
  r: number;
  o: number;
  y?: number[];
  m: number;
}

export interface Change {
  z?: [zone: number, count: number, objects: number[]][];
  o?: [object: number, card: number][];
  p?: [seat: number, facts: number][];
  t?: number;
}

export interface Step {
  k: Sort;
  d: number;
  x: number;
  r?: number;
  n: number;
  s: number;
  a: number;
  f?: boolean;
  e?: number;
  w?: number;
  q?: Question;
  c?: Change;
  l?: [object: number, explanation: number][];
}

export interface NumberOf {
  name: string;
  value: number;
  printed?: number;
}

export type Item = { object: number } | { seat: number };

export interface Figure {
  side?: number;
  owner?: number;
  cost?: string;
  types?: string[];
  subtypes?: string[];
  colors?: string[];
  numbers?: NumberOf[];
  counters?: { name: string; count: number }[];
  marks?: string[];
  bonds?: { name: string; to: Item }[];
}

export interface Head {
  format: number;
  /** The name of the log's file; none where it came from standard input. */
  log?: string;
  game: string;
  edition: string;
  revision: number;
  engine: string;
  viewer: 'judge' | 'public' | { seat: number };
  players: { seat: number; name: string; deck?: string }[];
  labels: [string, string][];
  score: string;
  turn_steps: string[];
  /** The same steps as people call them. */
  step_words: string[];
  decisions: number;
  verdict: string;
  message: string;
  rule?: string;
  at?: number;
  outcome?: string;
}

export interface Pools {
  texts: string[];
  facts: [name: number, value: number][];
  figures: Figure[];
  cards: number[][];
  zones: [name: number, seat: number][];
  options: [text: number, object: number, other: number][];
  missing: [text: number, object: number, why: number, rule: number][];
  explanations: [layer: number, time: number, source: number, change: number, rule: number][][];
  lists: number[][];
}

export interface Shown {
  head: Head;
  pools: Pools;
  steps: Step[];
  /** By the name of a card, what is on it, line by line: its types first, then what it does. */
  words?: Record<string, string[]>;
  analysis?: Analysis;
}

/** A decision for which the bot knows a clearly better answer. */
export interface Mistake {
  decision: number;
  seat: number;
  /** The better answer. */
  better: number;
  /** How the player stands after the answer given, and after the better one, in thousandths. */
  estimates: [given: number, better: number];
  /** What follows from the better answer; the first step has the whole table. */
  line: Step[];
}

/** The bot's estimate of a match. */
export interface Analysis {
  /** How the first seat stands after a decision, in thousandths: 500 is even. */
  curve: [decision: number, share: number][];
  mistakes: Mistake[];
}

/** How two logs relate. */
export interface Parting {
  relation: string;
  /** How many decisions they have in common. */
  decisions: number;
  /** The first step that is not the same in both. */
  fork: number;
  /** What the logs are called. */
  left: string;
  right: string;
}

/** One log, or two. */
export interface Data extends Shown {
  other?: Shown;
  parting?: Parting;
}

const VERDICTS: Record<string, string> = { verified: '✔', holds: '✔', incomplete: '…', undecided: '…', outdated: '…' };

/** A sign for a verdict. */
export function signOf(verdict: string): string {
  return VERDICTS[verdict] ?? '✘';
}

/** Unpacks what stands in the page. */
export async function read(packed: string): Promise<Data> {
  const letters = atob(packed.trim());
  const bytes = new Uint8Array(letters.length);
  for (let place = 0; place < letters.length; place++) bytes[place] = letters.charCodeAt(place);
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
  return (await new Response(stream).json()) as Data;
}
