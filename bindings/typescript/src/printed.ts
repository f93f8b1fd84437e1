/**
 * What each command prints with `--format json`: one object a line. `cli/JSON.md` says what the fields mean. Those that a log
 * can be looked at with are made from the document that `duelog serve` answers with; the others stand here.
 */
import type { Explained, Finding, Happened, Info, Judged, Parting, Table, ViewerInfo, ViewerTable, ViewerTold } from './output.js';

/** The objects of a command's lines. */
export interface Printed {
  verify: Judged | { match: SeveralGames } | { summary: VerifySummary };
  info: Info | ViewerInfo | Finding;
  show: Table | ViewerTable;
  history: Happened | ViewerTold | Finding;
  explain: Explained;
  diff: Parting;
  report: Reported | Finding;
  simulate: Simulated | { summary: SimulateSummary };
  audit: AuditFact | AuditTest | { summary: AuditSummary };
  'cards list': CardListed;
  'decks check': DeckChecked | { summary: { decks: number; legal: number } };
}

/** The last line of `verify`. Counts that are absent are 0. */
export interface VerifySummary {
  logs: number;
  verified: number;
  not_verified: number;
  outdated: number;
  /** Logs that are right up to the moment of `--to`. */
  right_so_far?: number;
  incomplete?: number;
  /** Logs that `--state` knew. */
  before?: number;
  undecided_matches?: number;
  mismatched?: number;
  decisions: number;
  /** Notes of `--signatures` that fit none of the logs. */
  unmatched?: { note: string; party: string; match: string; seal: number; decisions: number; message: string }[];
  seconds: number;
}

/** A match of several games. */
export interface SeveralGames {
  first?: string;
  best_of: number;
  games: { game: number; log: string; winners?: number[] }[];
  /** The games that each player has won, by seat. */
  score: number[];
  winner?: number;
  missing: number[];
  findings: string[];
}

/** The page that `report` has written. */
export interface Reported {
  out: string;
  bytes: number;
  steps: number;
  decisions: number;
  verdict: string;
  /** With `--analyse`, the decisions at which the bot would have answered otherwise. */
  mistakes?: number[];
}

/** A game that bots have played. */
export interface Simulated {
  log: string;
  seed: number;
  decisions: number;
  outcome: { winners: number[]; reason: string; rule: string };
}

/** The last line of `simulate`. */
export interface SimulateSummary {
  games: number;
  decisions: number;
  seconds: number;
}

/** What several logs tell together and no log alone. */
export interface AuditFact {
  fact: { kind: 'seed-twice' | 'part-twice' | 'two-versions' | 'two-names' | 'clock' | 'deck'; message: string; logs: string[] };
}

/** The copies of one card that a player was dealt, beside what chance would deal. */
export interface AuditTest {
  test: {
    game: string;
    host: string | null;
    player: string;
    card: string;
    cards: 'opening-hand' | 'first-draws';
    matches: number;
    copies: number;
    expected: number;
    probability: number;
    /** The probability for the number of all tests. */
    corrected: number;
    logs: string[];
  };
  finding: boolean;
}

/** The last line of `audit`. */
export interface AuditSummary {
  logs: number;
  matches: number;
  copies: number;
  drawn_together: number;
  tests: number;
  level: number;
  findings: number;
}

/** A card that is defined. */
export interface CardListed {
  game: string;
  name: string;
  file: string;
  test_only: boolean;
  compiled: boolean;
}

/** A deck that was checked. */
export interface DeckChecked {
  file: string;
  /** The form of the file, such as `plain` or `arena`; absent where it cannot be read. */
  form?: string;
  name: string;
  game?: string;
  cards: number;
  sideboard: number;
  /** The cards without a definition. */
  missing: { line: number; count: number; name: string; hint?: string }[];
  notes: string[];
  legal: boolean;
  fault?: { message: string; rule?: string; line?: number };
}
