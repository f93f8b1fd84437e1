/** What commands print with `--format json`, made by types.mjs from cli/openapi.json. */

export type Line = (Verdict | Difference | Outcome | Loss | Contents | Age | Report | Judged | Finding | Info | Fact | Card | Question | Table | Happened | Explained | Parting | ViewerInfo | ViewerQuestion | ViewerTable | ViewerTold | Time)
export type Verdict = ("unreadable" | "torn" | "corrupt" | "tampered" | "unfair" | "unsupported" | "undecided" | "outdated" | "illegal" | "diverged" | "mistold" | "mistimed" | "without-part" | "other-match" | "contradicted" | "cut" | "wrong-key" | "unsigned" | "incomplete" | "verified" | "holds")

export interface Difference {
path: string
left: unknown
right: unknown
}
export interface Outcome {
winners: number[]
reason: string
rule: string
}
export interface Loss {
seat: number
reason: ("time" | "absence")
decision: number
}
export interface Contents {
position: boolean
rewinds: number
taken_back: number
notes: number
penalties: number
clock_readings: number
faults: number
commitment: boolean
revealed: boolean
signatures: number
shared: boolean
observed: boolean
given?: number
open?: number
states_draws?: boolean
}
export interface Age {
log: number
here: number
between: {
number: number
date: string
rule: string
change: string
}[]
}
export interface Report {
verdict: Verdict
decisions: number
at?: number
rule?: string
path?: string
expected?: string
found?: string
message: string
remedy?: string
offset?: number
record?: number
components?: string[]
changed?: Difference[]
outcome?: Outcome
losses?: Loss[]
otherwise?: Verdict
age?: Age
contents?: Contents
provenance?: {
[k: string]: unknown
}
part?: {
party: string
others: boolean
}
}
export interface Judged {
log: string
engine?: {
[k: string]: unknown
}
verdict: Verdict
decisions: number
at?: number
rule?: string
path?: string
expected?: string
found?: string
message: string
remedy?: string
offset?: number
record?: number
components?: string[]
changed?: Difference[]
outcome?: Outcome
losses?: Loss[]
otherwise?: Verdict
age?: Age
contents?: Contents
provenance?: {
[k: string]: unknown
}
part?: {
party: string
others: boolean
}
}
export interface Finding {
finding: Report
}
export interface Info {
log: string
game: string
edition: string
revision: number
engine: string
players: {
seat: number
name?: string
deck?: string
cards: number
}[]
labels: {
[k: string]: string
}
first?: number
decisions: number
replayed: number
seals: number
score: string
turns: {
turn: number
active: number
from: number
to: number
scores: number[]
left?: number[]
}[]
outcome?: Outcome
verdict: Report
game_of?: string
clock?: {
readings: number
first_ms: number
last_ms: number
}
time?: Time
}
export interface Time {
main_ms: number
free_ms: number
absence_ms?: number
left_ms: number[]
losses: Loss[]
}
export interface Fact {
name: string
value: string
}
export interface Card {
id: number
name: string
line: string
facts: Fact[]
figure: {
[k: string]: unknown
}
}
export interface Question {
seat: number
prompt: string
question: string
rule: string
ask: unknown
options: {
item: unknown
text: string
}[]
}
export interface Table {
game: string
decision: number
decisions: number
moment: string
turn: Fact[]
players: {
seat: number
facts: Fact[]
}[]
zones: {
name: string
seat?: number
count: number
cards: Card[]
}[]
request?: Question
waiting_for?: number
outcome?: Outcome
finding?: Report
time?: Time
}
export interface Happened {
kind: ("event" | "answer" | "rewind" | "annotation" | "card")
decision: number
rule?: string
text?: string
event_kind?: string
internal?: boolean
detail?: boolean
turn?: number
active?: number
step?: string
scores?: number[]
left?: number[]
event?: unknown
seat?: number
choice?: unknown
to?: number
topic?: string
time_ms?: number
stays?: {
decision: number
object: number
zone?: string
seat?: number
name: string
}[]
}
export interface Explained {
decision: number
seat?: number
prompt?: string
question?: string
rule?: string
ask?: unknown
options: {
item: unknown
words: string
text: string
rule: string
}[]
answer?: {
seat: number
choice?: unknown
text?: string
}
why?: {
choice: unknown
legal: boolean
message: string
rule?: string
understood?: string
}
followed: {
[k: string]: unknown
}[]
object?: {
id: number
name: string
now?: string
steps: {
[k: string]: unknown
}[]
}
outcome?: Outcome
finding?: Report
}
export interface Parting {
left_log?: string
right_log?: string
relation: ("same" | "left-continues" | "right-continues" | "parted" | "unrelated" | "unreadable")
header?: Difference[]
records?: number
decisions?: number
left_notes?: number
right_notes?: number
left?: {
[k: string]: unknown
}
right?: {
[k: string]: unknown
}
left_says?: string
right_says?: string
same_input?: boolean
here?: string
state?: Difference[]
not_compared?: string
left_fault?: unknown
right_fault?: unknown
side?: string
log?: string
verdict?: Verdict
message?: string
}
export interface ViewerInfo {
log: string
viewer: string
match: string
game: string
edition: string
revision: number
engine: string
players: {
seat: number
name?: string
cards?: number
}[]
decisions: number
seals: number
sealed: number
unsealed: number
last_seal?: string
signed: {
party: string
seals: number
}[]
closed: boolean
score: string
turns: {
turn: number
active?: number
from: number
to: number
scores: number[]
}[]
outcome?: Outcome
state: Verdict
finding?: Report
}
export interface ViewerQuestion {
seat: number
prompt: string
subject?: number
shape: {
[k: string]: unknown
}
options: {
item: unknown
text: string
}[]
}
export interface ViewerTable {
game: string
decisions: number
turn: Fact[]
players: {
seat: number
facts: Fact[]
}[]
zones: {
name: string
seat?: number
count: number
cards: Card[]
}[]
waiting_for?: number
decision: number
viewer: string
seals: number
sealed: number
state: Verdict
asked?: ViewerQuestion
outcome?: Outcome
finding?: Report
}
export interface ViewerTold {
kind: ("event" | "answer" | "rewind" | "facts" | "outcome")
decision: number
sealed?: boolean
turn?: number
text?: string
seat?: number
choice?: unknown
to?: number
cards?: {
id: number
known: boolean
name?: string
zone?: string
seat?: number
}[]
scores?: number[]
awaited?: number
asked?: {
[k: string]: unknown
}
outcome?: Outcome
}
