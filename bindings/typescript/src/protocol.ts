/** Lines of protocol 2, made by types.mjs from docs/protocol.schema.json. */

/**
 * Each line is one of these: `request` goes to the engine, the others come from it.
 */
export type Protocol2OfDuelogEngine = (Request | Response | NotObeyed | Notification)
export type Request = (HelloRequest | TokenRequest | OpenRequest | ResumeRequest | AnswerRequest | RequestRequest | WatchRequest | UnwatchRequest | ViewRequest | HistoryRequest | LegalRequest | SampleRequest | CheckRequest | DrawsRequest | PromptsRequest | MatchesRequest | ForfeitRequest | AwayRequest | BackRequest | CommitRequest | ShowRequest | WithheldRequest | SealRequest | SignRequest | NoteRequest | PenaltyRequest | PauseRequest | UnpauseRequest | BackUpRequest | DiscloseRequest | CloseRequest)
/**
 * The mark of a request, which its response repeats.
 */
export type Id = (number | string)
/**
 * Who looks.
 */
export type Viewer = ("public" | "judge" | {
seat: number
})
/**
 * How a bot answers.
 */
export type BotName = ("random" | "greedy" | "search")
/**
 * The purpose of a draw.
 */
export type DrawPurpose = ("shuffle" | "coin" | "die" | "choice")
/**
 * An answer.
 */
export type Choice = ({
pick: Item[]
} | {
number: number
} | {
split: [Item, number][]
} | {
name: string
})
/**
 * One thing that an answer can name.
 */
export type Item = ("pass" | {
flag: boolean
} | {
seat: number
} | {
object: number
} | {
/**
 * @minItems 2
 * @maxItems 2
 */
ability: [number, number]
} | {
mode: number
} | {
number: number
} | {
symbol: number
} | {
/**
 * @minItems 2
 * @maxItems 2
 */
act: [number, number]
} | {
/**
 * @minItems 2
 * @maxItems 2
 */
pair: [number, number]
} | {
/**
 * @minItems 2
 * @maxItems 2
 */
pair_seat: [number, number]
} | "concede" | "draw")
/**
 * Which view comes with a response.
 */
export type Shown = ("whole" | "changes")
/**
 * Who gives up, and why.
 */
export type Reason = ("time" | "absence")
/**
 * The role of a connection.
 */
export type Role = ("host" | {
public: number
} | {
seat: number
} | "judge")
/**
 * The shape of an answer, and the legal answers.
 */
export type Ask = ({
pick: {
/**
 * The conditions on the picked options together.
 */
limits?: Limited[]
/**
 * The greatest number of options.
 */
max: number
/**
 * The least number of options.
 */
min: number
/**
 * The options, ascending.
 */
options: Item[]
/**
 * True if the order of the answer has a meaning.
 */
ordered?: boolean
}
} | {
number: {
/**
 * The greatest.
 */
max: number
/**
 * The least.
 */
min: number
}
} | {
split: {
/**
 * The conditions on the shares together.
 */
limits?: Limited[]
/**
 * The options, ascending.
 */
options: Item[]
/**
 * The total.
 */
total: number
}
} | {
name: {
among: Names
}
})
/**
 * The conditions that there are.
 */
export type Limit = ({
at_most: {
/**
 * Which options.
 */
items: Item[]
/**
 * How much.
 */
max: number
}
} | {
at_least: {
/**
 * Which options.
 */
items: Item[]
/**
 * How much.
 */
min: number
}
} | {
none_or_at_least: {
/**
 * Which options.
 */
items: Item[]
/**
 * How much, if anything.
 */
min: number
}
} | {
each_at_least: number
} | {
only_if: {
/**
 * Which options.
 */
items: Item[]
/**
 * How much of it.
 */
least: number
/**
 * The items that they need, with weights.
 */
needs: [Item, number][]
}
} | {
groups: {
/**
 * Groups of options.
 */
groups: Item[][]
/**
 * How many of them.
 */
min: number
}
})
/**
 * The names that are legal.
 */
export type Names = ({
listed: string[]
} | {
known: string
})
/**
 * A notification to who watches a match that another connection plays.
 */
export type Notification = ({
/**
 * How many decisions the line has, as far as it is told.
 */
decision: number
event: "news"
/**
 * The events.
 */
events: Event[]
/**
 * The match.
 */
match: string
/**
 * How the match ended, once it has.
 */
outcome?: (Outcome | null)
/**
 * How many decisions were taken back.
 */
taken_back: number
viewer: Viewer
} | {
/**
 * How many decisions the line has.
 */
decision: number
event: "taken_back"
/**
 * The match.
 */
match: string
/**
 * How many decisions were taken back.
 */
taken_back: number
viewer: Viewer
} | {
/**
 * How many decisions the line has.
 */
decision: number
event: "asked"
/**
 * The match.
 */
match: string
next: Asked
/**
 * How many decisions were taken back.
 */
taken_back: number
} | {
event: "watch_ended"
/**
 * The match.
 */
match: string
/**
 * Why.
 */
reason: string
})

/**
 * Says which version is spoken, and who is there where a token is wanted; returns the greeting.
 */
export interface HelloRequest {
do: "hello"
id?: (Id | null)
/**
 * The version that the client speaks.
 */
protocol?: (number | null)
/**
 * A token of the token file, or one that `token` has given out.
 */
token?: (string | null)
}
/**
 * Gives out a token with which another connection sees one match as one viewer, and answers for no other player.
 */
export interface TokenRequest {
/**
 * By how many turns the events come later, for the public.
 */
delay_turns?: number
do: "token"
id?: (Id | null)
/**
 * The match.
 */
match: string
/**
 * True where the tokens that were given out before for this viewer hold no longer.
 */
renew?: boolean
viewer: Viewer
}
/**
 * Begins a match.
 */
export interface OpenRequest {
/**
 * The seats at which bots sit.
 */
bots?: BotSeat[]
do: "open"
id?: (Id | null)
/**
 * Its id: 1 to 64 letters, digits, `-` and `_`. Without it the engine makes one.
 */
match?: (string | null)
/**
 * The file of its log, if the engine was started without a folder for logs.
 */
record?: (string | null)
setup: SetupOf
/**
 * Who is told of events to this connection.
 */
watch?: Viewer[]
/**
 * True if questions of this match come with words.
 */
words?: boolean
}
/**
 * A seat at which a bot sits.
 */
export interface BotSeat {
bot: BotName
/**
 * The seat.
 */
seat: number
}
/**
 * The setup.
 */
export interface SetupOf {
/**
 * How long a player may leave the table, beside `clock`.
 */
absence?: (string | null)
/**
 * How many games the match is the best of, in its first game.
 */
best_of?: (number | null)
/**
 * The time of each player, as `duelog play --clock` takes it; in a later game of a match the terms of the game
 * before stay without it.
 */
clock?: (string | null)
/**
 * The decks: files, or lists of cards.
 */
decks?: (string | ListOf)[]
/**
 * The draws of the match that were made elsewhere, as far as they are known: those of the start at least. With this list,
 * even an empty one, more can be stated later.
 */
draws?: (DrawOf[] | null)
/**
 * The edition of the rules; the newest without it.
 */
edition?: (string | null)
/**
 * True if host and players choose the seed together.
 */
fair?: (boolean | null)
/**
 * The game.
 */
game: string
/**
 * Free labels for the log's header.
 */
labels?: {
[k: string]: string
}
/**
 * True for limited decks.
 */
limited?: boolean
/**
 * The log of the game before, of a match of several games.
 */
next_game_of?: (string | null)
/**
 * True if the log is observed, and the logs of viewers are written beside it.
 */
observed?: boolean
/**
 * The definitions that an older log pins: of each card the first 32 hexadecimal digits of its digest. Those that were
 * built in before are played with.
 */
pins?: ({
[k: string]: string
} | null)
/**
 * The position to start from; the rulebook's start without it.
 */
position?: (PositionOf | null)
/**
 * The revision of the rules, to play again what an older log says; the newest without it.
 */
revision?: (number | null)
/**
 * The seed, where the host alone chooses it: a number, or 64 hexadecimal digits.
 */
seed?: (number | string | null)
/**
 * The terms of the table, for instance `{"attack": "left"}`.
 */
terms?: {
[k: string]: string
}
/**
 * True if the log holds the text of each definition.
 */
texts?: boolean
}
export interface ListOf {
cards: [number, string][]
name?: string
sideboard?: [number, string][]
}
/**
 * A draw and its result.
 */
export interface DrawOf {
/**
 * Its number among the draws of this purpose in the match, from 0.
 */
number: number
/**
 * The places of a shuffle, ascending, whose card nobody has seen: the host filled them in.
 */
open?: number[]
purpose: DrawPurpose
/**
 * For each place after a shuffle, from the bottom on, the place where the card lay before; for another draw the one
 * number that came up, from 0.
 */
result: number[]
}
export interface PositionOf {
players?: PlayerOf[]
turn?: {
[k: string]: unknown
}
}
export interface PlayerOf {
facts?: {
[k: string]: unknown
}
zones?: {
[k: string]: unknown[]
}
}
/**
 * Continues the log in a file as a match.
 */
export interface ResumeRequest {
do: "resume"
id?: (Id | null)
/**
 * Its id, as for `open`.
 */
match?: (string | null)
/**
 * The file of a party's own part of the seed, which must be in the log.
 */
part?: (string | null)
/**
 * The file.
 */
record: string
/**
 * Who is told of events to this connection.
 */
watch?: Viewer[]
/**
 * True if questions of this match come with words.
 */
words?: boolean
}
/**
 * A player answers.
 */
export interface AnswerRequest {
/**
 * The number of decisions that the client knows: the answer is refused where there are others.
 */
at?: (number | null)
choice: Choice
do: "answer"
/**
 * The draws that the answer leads to and that were made elsewhere, in a match whose setup has `draws`.
 */
draws?: DrawOf[]
id?: (Id | null)
/**
 * The match.
 */
match: string
/**
 * Who answers.
 */
seat: number
/**
 * The time now, in milliseconds since 1970; without it that of the engine.
 */
time_ms?: (number | null)
/**
 * How long the player took, in milliseconds; without it what the engine has measured.
 */
used_ms?: (number | null)
/**
 * The view that comes with the next question.
 */
view?: (Shown | null)
}
/**
 * Repeats the question.
 */
export interface RequestRequest {
do: "request"
id?: (Id | null)
/**
 * The match.
 */
match: string
/**
 * The view that comes with it.
 */
view?: (Shown | null)
/**
 * True if it comes with words.
 */
words?: (boolean | null)
}
/**
 * From now on this connection is told of a match; first of all, what it has not seen.
 */
export interface WatchRequest {
/**
 * The last thing that it has seen; without it the events begin here.
 */
after?: (Seen | null)
/**
 * By how many turns the events come later.
 */
delay_turns?: number
do: "watch"
id?: (Id | null)
/**
 * The match.
 */
match: string
viewer: Viewer
}
/**
 * The last thing that a client has seen of a match.
 */
export interface Seen {
/**
 * The `decision` of the last message.
 */
decision: number
/**
 * Its `taken_back`.
 */
taken_back?: number
}
/**
 * The connection is no longer told of a match.
 */
export interface UnwatchRequest {
do: "unwatch"
id?: (Id | null)
/**
 * The match.
 */
match: string
}
/**
 * The table as a viewer sees it.
 */
export interface ViewRequest {
/**
 * True for the difference to the last view of this viewer that this connection got.
 */
changes?: boolean
do: "view"
id?: (Id | null)
/**
 * The match.
 */
match: string
viewer: Viewer
}
/**
 * The events of the line.
 */
export interface HistoryRequest {
/**
 * True if bookkeeping is told, too.
 */
all?: boolean
do: "history"
/**
 * The first decision.
 */
from?: number
id?: (Id | null)
/**
 * The match.
 */
match: string
/**
 * The last one; without it the end.
 */
to?: (number | null)
viewer: Viewer
}
/**
 * Whole legal answers to the question.
 */
export interface LegalRequest {
do: "legal"
id?: (Id | null)
/**
 * The match.
 */
match: string
/**
 * How many at most; without it 64.
 */
most?: (number | null)
}
/**
 * A random legal answer to the question.
 */
export interface SampleRequest {
do: "sample"
id?: (Id | null)
/**
 * The match.
 */
match: string
/**
 * The same number draws the same answer; without it the system draws.
 */
seed?: (number | null)
}
/**
 * Says whether an answer is legal, without taking it.
 */
export interface CheckRequest {
choice: Choice
do: "check"
id?: (Id | null)
/**
 * The match.
 */
match: string
/**
 * Who would answer.
 */
seat: number
}
/**
 * The draws that the last decision led to, or the start of the match; with an answer, those to which it would lead. In a
 * match whose setup has `draws`.
 */
export interface DrawsRequest {
/**
 * An answer of the player who is asked, which is not taken.
 */
choice?: (Choice | null)
do: "draws"
/**
 * Draws that were made elsewhere, as `answer` would have them.
 */
draws?: DrawOf[]
id?: (Id | null)
/**
 * The match.
 */
match: string
}
/**
 * All questions of the games, with their meaning.
 */
export interface PromptsRequest {
do: "prompts"
/**
 * The game; all without it.
 */
game?: (string | null)
id?: (Id | null)
}
/**
 * The matches that are there.
 */
export interface MatchesRequest {
do: "matches"
id?: (Id | null)
}
/**
 * The host decides that a player gives up.
 */
export interface ForfeitRequest {
do: "forfeit"
id?: (Id | null)
/**
 * The match.
 */
match: string
reason: Reason
/**
 * The player.
 */
seat: number
/**
 * As in `answer`.
 */
time_ms?: (number | null)
/**
 * As in `answer`.
 */
used_ms?: (number | null)
}
/**
 * A player of a match with a clock has left the table.
 */
export interface AwayRequest {
do: "away"
id?: (Id | null)
/**
 * The match.
 */
match: string
/**
 * The player.
 */
seat: number
/**
 * As in `answer`.
 */
time_ms?: (number | null)
}
/**
 * A player of a match with a clock is back.
 */
export interface BackRequest {
do: "back"
id?: (Id | null)
/**
 * The match.
 */
match: string
/**
 * The player.
 */
seat: number
/**
 * As in `answer`.
 */
time_ms?: (number | null)
}
/**
 * A player commits itself to a part of the seed.
 */
export interface CommitRequest {
/**
 * The commitment, 64 hexadecimal digits.
 */
commitment: string
do: "commit"
id?: (Id | null)
/**
 * The match.
 */
match: string
/**
 * The player.
 */
seat: number
}
/**
 * A player shows its part of the seed.
 */
export interface ShowRequest {
do: "show"
id?: (Id | null)
/**
 * The match.
 */
match: string
/**
 * 64 hexadecimal digits.
 */
salt: string
/**
 * The player.
 */
seat: number
/**
 * 64 hexadecimal digits.
 */
seed: string
}
/**
 * A player does not show its part, as the host says: no match begins.
 */
export interface WithheldRequest {
do: "withheld"
id?: (Id | null)
/**
 * The match.
 */
match: string
/**
 * The player.
 */
seat: number
/**
 * A note of the host.
 */
text?: string
}
/**
 * Seals the log here.
 */
export interface SealRequest {
do: "seal"
id?: (Id | null)
/**
 * The match.
 */
match: string
}
/**
 * Writes a party's signature of the seal that the log ends with.
 */
export interface SignRequest {
do: "sign"
id?: (Id | null)
/**
 * The public key.
 */
key: string
/**
 * The match.
 */
match: string
/**
 * The statement and its signature, a signed note.
 */
note: string
}
/**
 * A judge's note in the log.
 */
export interface NoteRequest {
do: "note"
id?: (Id | null)
/**
 * The match.
 */
match: string
/**
 * The player concerned, if one is.
 */
seat?: (number | null)
/**
 * The note.
 */
text: string
/**
 * As in `answer`.
 */
time_ms?: (number | null)
}
/**
 * A judge's penalty in the log.
 */
export interface PenaltyRequest {
do: "penalty"
id?: (Id | null)
/**
 * The match.
 */
match: string
/**
 * The player.
 */
seat: number
/**
 * The penalty, and why.
 */
text: string
/**
 * As in `answer`.
 */
time_ms?: (number | null)
}
/**
 * A judge stops the match: no answer is taken until it continues, and the log notes it.
 */
export interface PauseRequest {
do: "pause"
id?: (Id | null)
/**
 * The match.
 */
match: string
/**
 * Why.
 */
text?: string
/**
 * As in `answer`.
 */
time_ms?: (number | null)
}
/**
 * A judge lets the match continue.
 */
export interface UnpauseRequest {
do: "unpause"
id?: (Id | null)
/**
 * The match.
 */
match: string
/**
 * As in `answer`.
 */
time_ms?: (number | null)
}
/**
 * The match goes back, with the consent of the players or by a judge's ruling; the log notes which.
 */
export interface BackUpRequest {
/**
 * The seats of the players who agree.
 */
consent?: number[]
do: "back_up"
id?: (Id | null)
/**
 * The match.
 */
match: string
/**
 * The ruling, where not everybody agrees.
 */
ruling?: (string | null)
/**
 * As in `answer`.
 */
time_ms?: (number | null)
/**
 * How many decisions remain.
 */
to: number
}
/**
 * Opens one hidden fact of an observed log and no other, as `duelog disclose` does.
 */
export interface DiscloseRequest {
/**
 * After how many decisions; without it now. Where no seal stands there yet, the log is sealed now.
 */
at?: (number | null)
/**
 * One card of the zone alone, by its place from 0.
 */
card?: (number | null)
do: "disclose"
id?: (Id | null)
/**
 * The match.
 */
match: string
/**
 * The player whose zone it is, or who was told.
 */
seat?: (number | null)
/**
 * The zone that is opened, such as `hand`; without it what the player was told with that decision.
 */
zone?: (string | null)
}
/**
 * The match is over for the engine; its log stays as it is.
 */
export interface CloseRequest {
do: "close"
id?: (Id | null)
/**
 * The match.
 */
match: string
}
export interface Response {
id?: Id
ok: (Greeting | Standing | Looked | Told | Answers | Checked | Prompts | Matches | Sealed | Signed | Drawn | Granted | OpenedFact | Closed | Done)
}
/**
 * The greeting.
 */
export interface Greeting {
/**
 * The engine and its version.
 */
engine: string
/**
 * The games.
 */
games: Game[]
limits: Limits
/**
 * The one match that its token is for; none where it is for all.
 */
match?: (string | null)
/**
 * The version of the protocol.
 */
protocol: number
/**
 * The requests that it knows.
 */
requests: string[]
role: Role
}
/**
 * A game.
 */
export interface Game {
/**
 * The editions of its rules, first the one that is meant where none is named.
 */
editions: string[]
/**
 * Its name.
 */
game: string
/**
 * The revision of its rules in this build.
 */
revision: number
/**
 * The name of a player's score.
 */
score: string
/**
 * The names of the symbols that `symbol` numbers.
 */
symbols: string[]
/**
 * The names of the actions that `act` numbers.
 */
verbs: string[]
}
/**
 * The bounds of this engine.
 */
export interface Limits {
/**
 * How many connections there are at once.
 */
connections: number
/**
 * How many answers `legal` gives at most.
 */
legal: number
/**
 * The longest line.
 */
line_bytes: number
/**
 * How many matches there are at once.
 */
matches: number
/**
 * How many requests of a connection wait; at that number it is not read from.
 */
queue: number
/**
 * The seconds that a connection may take to read what it is sent.
 */
stall_seconds: number
/**
 * How many bytes of notifications wait for a connection before it loses what it watches.
 */
waiting_bytes: number
/**
 * How many watch one match.
 */
watchers: number
/**
 * How many threads play matches.
 */
workers: number
}
/**
 * How a match stands: the response to most requests.
 */
export interface Standing {
/**
 * The other player who is asked, for a connection that has shown a player's token.
 */
awaits?: (number | null)
/**
 * The JSON Merge Patch from the last view of that player to this one; null where they are the same.
 */
changes?: {
[k: string]: unknown
}
/**
 * How many decisions the line has.
 */
decision: number
/**
 * The new events for those whom this connection watches as.
 */
events?: Watched[]
/**
 * How far host and players are with the seed that they choose together.
 */
fair?: (Fair | null)
/**
 * The time that each seat has left, in milliseconds, of a match with a clock.
 */
left_ms?: (number[] | null)
/**
 * The match.
 */
match: string
/**
 * The next question; none where the match is over, or its seed is being chosen, or another player is asked than the one
 * whose token this connection has shown.
 */
next: (Asked | null)
/**
 * Notes on the files of decks.
 */
notes?: string[]
/**
 * How the match ended, once it has.
 */
outcome?: (Outcome | null)
/**
 * True while a judge has stopped the match.
 */
paused?: boolean
/**
 * The file of the log.
 */
record?: (string | null)
/**
 * How many decisions were taken back: where it grows, events after `decision` are void.
 */
taken_back: number
/**
 * The file with the bytes that were cut off a torn log.
 */
torn?: (string | null)
/**
 * The table of the player who is asked, where it was wanted whole.
 */
view?: (View | null)
}
/**
 * The new events of one viewer.
 */
export interface Watched {
/**
 * The events, in order.
 */
events: Event[]
viewer: Viewer
}
/**
 * An event. `decision`, `turn`, `active` and `step` stand in the first event of a list, and in those for which they
 * are others than for the event before.
 */
export interface Event {
/**
 * Whose turn it is; it says nothing before the first turn.
 */
active?: (number | null)
/**
 * The event's data, for judges alone.
 */
data?: {
[k: string]: unknown
}
/**
 * How many decisions of the line had been made; 0 is the setup.
 */
decision?: (number | null)
/**
 * True for details that people leave out when they tell a game.
 */
detail?: boolean
/**
 * The kind of event, a stable name.
 */
kind: string
/**
 * Where scores are told, the seats of players who have left a game that the others play on.
 */
left?: number[]
/**
 * The rule that caused it.
 */
rule: string
/**
 * By seat, the score as a turn begins.
 */
scores?: (number[] | null)
/**
 * The step or phase just after the event.
 */
step?: (string | null)
/**
 * The event in words.
 */
text: string
/**
 * The number of the turn; 0 before the first.
 */
turn?: (number | null)
}
/**
 * A seed that host and players are choosing.
 */
export interface Fair {
/**
 * The seat whose step it is.
 */
awaited: (number | null)
/**
 * The digits that bind commitments to the match.
 */
binding: string
/**
 * The commitments so far, the host's first, then by seat.
 */
commitments: string[]
/**
 * The name of that step.
 */
wants: (string | null)
}
/**
 * A question to one player, which states exactly what is legal.
 */
export interface Asked {
ask: Ask
/**
 * The name of the question; `prompts` tells its meaning.
 */
prompt: string
/**
 * The question in words, where words were asked for.
 */
question?: (string | null)
/**
 * The rule by which it is asked.
 */
rule: string
/**
 * Who must answer.
 */
seat: number
/**
 * The object that it is about, if it is about one.
 */
subject?: (number | null)
/**
 * The options in words and in their order, where words were asked for.
 */
texts?: (string[] | null)
}
/**
 * A condition on several parts of one answer. A picked option counts 1, in a split as much as its share.
 */
export interface Limited {
limit: Limit
/**
 * The rule that demands it.
 */
rule: string
}
/**
 * How a match ended.
 */
export interface Outcome {
/**
 * Why, in words.
 */
reason: string
/**
 * The rule.
 */
rule: string
/**
 * Who has won; nobody in a draw.
 */
winners: number[]
}
/**
 * The table as one viewer sees it. Everything has a name in it, so that a difference is a JSON Merge Patch (RFC 7396).
 */
export interface View {
/**
 * The cards that the viewer may see, by id.
 */
cards: {
[k: string]: Card
}
/**
 * How many decisions of the line have been made.
 */
decision: number
/**
 * The game.
 */
game: string
/**
 * The facts of each player, by seat.
 */
players: {
/**
 * This interface was referenced by `undefined`'s JSON-Schema definition
 * via the `patternProperty` "^\d+$".
 */
[k: string]: {
[k: string]: unknown
}
}
/**
 * The state of the turn.
 */
turn: {
[k: string]: unknown
}
/**
 * Whose answer is awaited; none when the match is over.
 */
waiting_for: (number | null)
/**
 * The zones by their names; one that is a player's has the seat behind its name, such as `hand_0`.
 */
zones: {
[k: string]: Zone
}
}
/**
 * One card or other object.
 * 
 * This interface was referenced by `undefined`'s JSON-Schema definition
 * via the `patternProperty` "^\d+$".
 */
export interface Card {
/**
 * The things that it is bound to, such as its target in combat.
 */
bonds?: Bond[]
/**
 * Its colours or civilizations.
 */
colors?: string[]
/**
 * Its cost in the game's notation.
 */
cost?: string
/**
 * Its counters.
 */
counters?: {
[k: string]: number
}
/**
 * Everything else that can be seen of it.
 */
facts?: {
[k: string]: unknown
}
/**
 * Its characteristics on one line.
 */
line: string
/**
 * Its marks, such as `tapped`.
 */
marks?: string[]
/**
 * Its name.
 */
name: string
/**
 * Its numbers, such as power.
 */
numbers?: {
[k: string]: number
}
/**
 * Whose it is, where it is on another's side.
 */
owner?: (number | null)
/**
 * The printed numbers, where they are others.
 */
printed?: {
[k: string]: number
}
/**
 * On whose side it is.
 */
side?: (number | null)
/**
 * Its subtypes, classes or races.
 */
subtypes?: string[]
/**
 * Its types.
 */
types?: string[]
}
/**
 * A bond of a card.
 */
export interface Bond {
/**
 * How.
 */
name: string
to: Item
}
/**
 * One zone.
 */
export interface Zone {
/**
 * The ids of the cards that the viewer may see, in the zone's order.
 */
cards: number[]
/**
 * How many cards are in it.
 */
count: number
/**
 * The player whose zone it is; none for a shared one.
 */
seat: (number | null)
}
/**
 * The response to `view`.
 */
export interface Looked {
/**
 * The JSON Merge Patch from the last view to this one; null where they are the same.
 */
changes?: {
[k: string]: unknown
}
/**
 * The table.
 */
view?: (View | null)
}
/**
 * The response to `history`.
 */
export interface Told {
/**
 * How many decisions the line has.
 */
decision: number
/**
 * The events.
 */
events: Event[]
}
/**
 * The response to `legal` and to `sample`.
 */
export interface Answers {
/**
 * Legal answers.
 */
choices: Choice[]
/**
 * True if these are all.
 */
complete: boolean
/**
 * Who answers.
 */
seat: number
}
/**
 * The response to `check`.
 */
export interface Checked {
/**
 * True if it is legal.
 */
legal: boolean
/**
 * Why it is not.
 */
why?: (Error | null)
}
/**
 * Why a request was not obeyed. Nothing has changed.
 */
export interface Error {
/**
 * A name for programs.
 */
code: string
/**
 * The reason in words.
 */
message: string
/**
 * The remedy, if one is known.
 */
remedy?: (string | null)
/**
 * The rule that would be broken.
 */
rule?: (string | null)
}
/**
 * The response to `prompts`: for each game the name of each question and its meaning, in which `{it}` stands for the
 * subject and `{number}` for an amount.
 */
export interface Prompts {
/**
 * By game.
 */
prompts: {
[k: string]: {
[k: string]: string
}
}
}
/**
 * The response to `matches`.
 */
export interface Matches {
/**
 * The logs of the engine's folder that could not be continued, and why.
 */
left?: {
[k: string]: string
}
/**
 * The matches that are there.
 */
matches: string[]
}
/**
 * The response to `seal`.
 */
export interface Sealed {
/**
 * How many decisions the log has.
 */
decisions: number
/**
 * The number of the seal.
 */
seal: number
/**
 * The text that each party signs who agrees: by party, `host` or `seat 0`.
 */
statements: {
[k: string]: string
}
}
/**
 * The response to `sign`.
 */
export interface Signed {
/**
 * Who signed.
 */
party: string
/**
 * The number of the seal.
 */
seal: number
}
/**
 * The response to `draws`.
 */
export interface Drawn {
/**
 * The draws, in their order.
 */
draws: DrawMade[]
}
/**
 * A draw that a match makes.
 */
export interface DrawMade {
/**
 * How many cards are put in order, or how many results are possible.
 */
among: number
/**
 * The same cards by name.
 */
cards?: string[]
/**
 * Its number among the draws of this purpose in the match, from 0.
 */
number: number
/**
 * The cards that are put in order as they lay before, from the bottom on, or among which one is chosen: their ids.
 */
objects?: number[]
purpose: DrawPurpose
/**
 * Its result, as in `draws` of a setup.
 */
result: number[]
/**
 * True if the result was stated; false where it is that of the seed.
 */
stated: boolean
}
/**
 * The response to `token`.
 */
export interface Granted {
/**
 * The match.
 */
match: string
role: Role
/**
 * The token.
 */
token: string
}
/**
 * The response to `disclose`.
 */
export interface OpenedFact {
/**
 * After how many decisions that seal stands.
 */
decisions: number
/**
 * The disclosure as `duelog disclose` writes it, in the letters of base64. `duelog check` checks it against a log of any
 * viewer.
 */
disclosure: string
/**
 * The fact in words.
 */
fact: string[]
/**
 * The number of the seal that it is opened at.
 */
seal: number
}
/**
 * The response to `close` and to `withheld`.
 */
export interface Closed {
/**
 * How many decisions the log has.
 */
decisions: number
/**
 * The file of the log.
 */
record?: (string | null)
/**
 * The verdict of `duelog verify`.
 */
verdict: string
}
/**
 * The response to what changes nothing of the match.
 */
export interface Done {

}
/**
 * A response to a request that was not.
 */
export interface NotObeyed {
error: Error
/**
 * The mark of the request; none where it could not be read.
 */
id?: (Id | null)
}
