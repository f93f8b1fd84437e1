// The game as a film: the table at any step, and where things are in it.

import type { Analysis, Figure, Head, Mistake, Pools, Shown, Step } from './data';
import { counted } from './names';

export interface Fact {
  name: string;
  value: string;
}

export interface Card {
  id: number;
  card: number;
  name: string;
  line: string;
  figure: Figure;
  facts: Fact[];
}

export interface Zone {
  name: string;
  /** Whose it is; -1 of a shared one. */
  seat: number;
  count: number;
  objects: number[];
}

interface Raw {
  zones: Map<number, { count: number; objects: number[] }>;
  objects: Map<number, number>;
  players: Map<number, number>;
  turn: number;
}

export interface Table {
  zones: Zone[];
  players: Map<number, Fact[]>;
  turn: Fact[];
  /** The step at which it is so. */
  step: Step;
  card(id: number): Card | undefined;
  /** Objects that look otherwise or are elsewhere than one step before. */
  changed: Set<number>;
  /** Seats whose facts are others than one step before. */
  changedSeats: Set<number>;
}

const KEPT_EVERY = 64;

/** Verdicts on logs in which nothing is wrong. */
const UNDISPUTED = ['verified', 'holds', 'incomplete', 'undecided', 'outdated'];

export class Film {
  readonly head: Head;
  readonly pools: Pools;
  readonly steps: Step[];
  /** The steps at which a turn begins. */
  readonly turns: { turn: number; active: number; from: number; to: number }[] = [];
  /** By decision, the last step that follows from it. */
  readonly lastOf = new Map<number, number>();
  /** What each player is counted by, at each step. */
  readonly scores: number[][];
  /** True of each player, at each step, who has left the game. */
  private readonly gone: boolean[][];
  /** The bot's estimate, where the page has one. */
  readonly analysis: Analysis | undefined;
  private readonly kept: Raw[] = [];
  private readonly cards = new Map<number, Omit<Card, 'id'>>();
  private readonly small: string[];
  private readonly words: Record<string, string[]>;

  constructor(data: Shown) {
    this.head = data.head;
    this.pools = data.pools;
    this.steps = data.steps;
    this.words = data.words ?? {};
    this.analysis = data.analysis;
    this.scores = data.head.players.map(() => []);
    this.gone = data.head.players.map(() => []);
    this.small = data.pools.texts.map((text) => text.toLowerCase());
    const raw: Raw = { zones: new Map(), objects: new Map(), players: new Map(), turn: -1 };
    this.steps.forEach((step, place) => {
      this.apply(raw, step);
      if (place % KEPT_EVERY === 0) this.kept.push(copy(raw));
      if (step.k !== 'note') this.lastOf.set(step.d, place);
      const last = this.turns[this.turns.length - 1];
      if (last && last.turn === step.n) last.to = place;
      else this.turns.push({ turn: step.n, active: step.a, from: place, to: place });
      this.head.players.forEach((player, seat) => {
        const list = raw.players.get(player.seat);
        const fact = list === undefined ? undefined : this.scoreOf(raw.players, player.seat);
        const gone = this.gone[seat]!;
        gone.push(step.c?.p ? this.lost(list === undefined ? [] : this.facts(list)) : (gone[gone.length - 1] ?? false));
        const before = this.scores[seat]!;
        before.push(fact === undefined ? (before[before.length - 1] ?? 0) : Number(fact));
      });
    });
  }

  text(place: number): string {
    return this.pools.texts[place] ?? '';
  }

  list(place: number): number[] {
    return this.pools.lists[place] ?? [];
  }

  stepName(step: Step): string {
    return this.head.turn_steps[step.s] ?? '';
  }

  /** The step of the turn as people call it. */
  stepWords(step: Step): string {
    return this.head.step_words[step.s] ?? '';
  }

  playerName(seat: number): string {
    return this.head.players.find((player) => player.seat === seat)?.name ?? `Seat ${seat}`;
  }

  /** True of a player who has left a game that the others play on. */
  hasLeft(table: Table, seat: number): boolean {
    return this.lost(table.players.get(seat) ?? []);
  }

  /** A player's score at a step, or that the player has left the game. */
  standing(seat: number, place: number): string {
    const score = this.scores[seat]![place]!;
    return this.gone[seat]![place] ? 'left the game' : `${score} ${counted(score, this.head.score)}`;
  }

  private lost(facts: Fact[]): boolean {
    return this.head.players.length > 2 && facts.some((fact) => fact.name === 'lost' && fact.value !== 'no');
  }

  /** Whose score is a player's too: that of the first player of a team that shares it; nobody's where it is the own one. */
  sharedWith(facts: Fact[]): number | undefined {
    const name = facts.find((fact) => fact.name === 'shares-life-of')?.value;
    return this.head.players.find((player) => name === player.name || name === `seat ${player.seat}`)?.seat;
  }

  /** What a player is counted by, where the lists of facts of all players are these. */
  private scoreOf(players: Map<number, number>, seat: number): string | undefined {
    const list = players.get(seat);
    if (list === undefined) return undefined;
    const own = this.factOf(list, this.head.score);
    if (own !== undefined || this.factOf(list, 'shares-life-of') === undefined) return own;
    const other = players.get(this.sharedWith(this.facts(list)) ?? seat);
    return other === undefined ? undefined : this.factOf(other, this.head.score);
  }

  private factOf(list: number, name: string): string | undefined {
    for (const place of this.list(list)) {
      const fact = this.pools.facts[place]!;
      if (this.text(fact[0]) === name) return this.text(fact[1]);
    }
    return undefined;
  }

  facts(list: number): Fact[] {
    return this.list(list).map((place) => this.fact(place));
  }

  private fact(place: number): Fact {
    const [name, value] = this.pools.facts[place]!;
    return { name: this.text(name), value: this.text(value) };
  }

  private looks(place: number): Omit<Card, 'id'> {
    const known = this.cards.get(place);
    if (known) return known;
    const [name, line, figure, ...facts] = this.pools.cards[place]!;
    const made = {
      card: place,
      name: this.text(name!),
      line: this.text(line!),
      figure: this.pools.figures[figure!] ?? {},
      facts: facts.map((fact) => this.fact(fact)),
    };
    this.cards.set(place, made);
    return made;
  }

  private apply(raw: Raw, step: Step): void {
    const change = step.c;
    if (!change) return;
    for (const [zone, count, objects] of change.z ?? []) raw.zones.set(zone, { count, objects });
    for (const [object, card] of change.o ?? []) raw.objects.set(object, card);
    for (const [seat, facts] of change.p ?? []) raw.players.set(seat, facts);
    if (change.t !== undefined) raw.turn = change.t;
  }

  private rawAt(place: number): Raw {
    const from = Math.floor(place / KEPT_EVERY);
    const raw = copy(this.kept[from]!);
    for (let next = from * KEPT_EVERY + 1; next <= place; next++) this.apply(raw, this.steps[next]!);
    return raw;
  }

  /** The table at a step. */
  table(place: number): Table {
    const raw = this.rawAt(place);
    const change = this.steps[place]?.c;
    const changed = new Set<number>((change?.o ?? []).map((pair) => pair[0]));
    if (place > 0 && change?.z) {
      const before = this.rawAt(place - 1);
      for (const [zone, , objects] of change.z) {
        const old = new Set(before.zones.get(zone)?.objects ?? []);
        objects.filter((object) => !old.has(object)).forEach((object) => changed.add(object));
      }
    }
    const zones = [...raw.zones].sort((one, other) => one[0] - other[0]).map(([zone, held]) => {
      const [name, seat] = this.pools.zones[zone]!;
      return { name: this.text(name), seat, count: held.count, objects: held.objects };
    });
    return {
      zones,
      players: new Map([...raw.players].map(([seat, facts]) => [seat, this.facts(facts)])),
      turn: raw.turn < 0 ? [] : this.facts(raw.turn),
      step: this.steps[place]!,
      card: (id) => {
        const card = raw.objects.get(id);
        return card === undefined ? undefined : { id, ...this.looks(card) };
      },
      changed: place === 0 ? new Set() : changed,
      changedSeats: place === 0 ? new Set() : new Set((change?.p ?? []).map((pair) => pair[0])),
    };
  }

  /** How an object came to be what it is at a step, as far as it has been explained there. */
  explanation(place: number, object: number): { layer: string; time: number; source: string; change: string; rule: string }[] {
    for (let at = place; at >= 0; at--) {
      const found = this.steps[at]!.l?.find((pair) => pair[0] === object);
      if (found) {
        return this.pools.explanations[found[1]]!.map(([layer, time, source, change, rule]) => ({
          layer: this.text(layer),
          time,
          source: this.text(source),
          change: this.text(change),
          rule: this.text(rule),
        }));
      }
    }
    return [];
  }

  /** The step of the decision that a step follows from. */
  decisionBehind(place: number): number | undefined {
    const decision = this.steps[place]!.d;
    for (let at = place; at >= 0 && this.steps[at]!.d === decision; at--) {
      if (isDecision(this.steps[at]!)) return at;
    }
    return undefined;
  }

  /** The step that is disputed; a log that only ends too early has none. */
  disputed(): number | undefined {
    const found = this.steps.findIndex((step) => step.k === 'disputed');
    if (found >= 0) return found;
    const { at, verdict } = this.head;
    return at === undefined || UNDISPUTED.includes(verdict) ? undefined : this.lastOf.get(at);
  }

  /** What a card does, line by line; of an ability, what its source does; nothing where that is not known. */
  wordsOf(card: Card, table: Table): string[] | undefined {
    const looked = card.facts.find((fact) => fact.name === 'card')?.value;
    const own = this.words[looked ?? card.name];
    if (own) return own.slice(1);
    const bond = card.figure.bonds?.find((one) => one.name === 'source' && 'object' in one.to);
    const source = bond && 'object' in bond.to ? table.card(bond.to.object) : undefined;
    return source && this.words[source.name]?.slice(1);
  }

  /** How the first seat stands at each step by the bot's estimate, in hundredths; nothing where there is none. */
  estimates(): number[] {
    if (!this.analysis) return [];
    const shares = new Map(this.analysis.curve);
    let now = 50;
    return this.steps.map((step) => {
      now = isDecision(step) ? Math.round((shares.get(step.d) ?? now * 10) / 10) : now;
      return now;
    });
  }

  /** The decisions with a clearly better answer, and their steps. */
  mistakes(): [place: number, mistake: Mistake][] {
    const answers = new Map<number, number>();
    this.steps.forEach((step, place) => isDecision(step) && answers.set(step.d, place));
    return (this.analysis?.mistakes ?? []).flatMap((one) => {
      const place = answers.get(one.decision);
      return place === undefined ? [] : [[place, one] as [number, Mistake]];
    });
  }

  /** The better answer to the decision at a step, if the bot knows one. */
  mistakeAt(place: number): Mistake | undefined {
    const step = this.steps[place]!;
    return isDecision(step) ? this.analysis?.mistakes.find((one) => one.decision === step.d) : undefined;
  }

  /** What follows from a better answer, as a game of its own. */
  line(mistake: Mistake): Film {
    const { at: _, rule: __, outcome: ___, ...head } = this.head;
    const verdict = { verdict: 'undecided', message: 'the line that the bot would have played' };
    return new Film({ head: { ...head, ...verdict }, pools: this.pools, steps: mistake.line, words: this.words });
  }

  /** The next step that people tell of a game; the last one where nothing is told any more. */
  nextTold(place: number): number {
    for (let at = place + 1; at < this.steps.length; at++) {
      const step = this.steps[at]!;
      if (['event', 'note'].includes(step.k) ? !step.f : step.k !== 'answer') return at;
    }
    return this.steps.length - 1;
  }

  /** Whether the log has the inputs of the match: a viewer's log only has what that viewer was told. */
  get hasInputs(): boolean {
    return this.head.turn_steps.some((name) => name !== '');
  }

  /** The decision up to which a log is kept that continues otherwise from a step. */
  forkAt(place: number): number {
    const step = this.steps[place]!;
    return step.k === 'answer' || step.k === 'disputed' ? Math.max(0, step.d - 1) : step.d;
  }

  /** Steps whose text holds every word. */
  search(words: string): number[] {
    const wanted = words.toLowerCase().split(/\s+/).filter((word) => word !== '');
    if (wanted.length === 0) return [];
    const fits = (text: number) => wanted.every((word) => this.small[text]!.includes(word));
    const found: number[] = [];
    this.steps.forEach((step, place) => fits(step.x) && found.push(place));
    return found;
  }

  contains(step: Step, words: string[]): boolean {
    return words.every((word) => this.small[step.x]!.includes(word));
  }
}

export function isDecision(step: Step): boolean {
  return step.k === 'answer' || step.k === 'disputed' || (step.k === 'end' && step.q !== undefined);
}

function copy(raw: Raw): Raw {
  return { zones: new Map(raw.zones), objects: new Map(raw.objects), players: new Map(raw.players), turn: raw.turn };
}
