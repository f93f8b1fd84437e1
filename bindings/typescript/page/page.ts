/** Verifies logs in the browser: nothing is asked for, and nothing is sent. */
import type { Judged as Finding } from '../src/output.js';
import type { Answer, Job } from './worker.js';

const element = <E extends HTMLElement>(id: string) => document.getElementById(id) as E;
const made = <K extends keyof HTMLElementTagNameMap>(name: K, fields: Partial<HTMLElementTagNameMap[K]> = {}) =>
  Object.assign(document.createElement(name), fields);
const text = (id: string) => element(id).textContent ?? '';

/** The program is large: a call for each of its bytes would take a second. */
function bytes(id: string): Uint8Array<ArrayBuffer> {
  const letters = atob(text(id));
  const bytes = new Uint8Array(letters.length);
  for (let place = 0; place < bytes.length; place++) bytes[place] = letters.charCodeAt(place);
  return bytes;
}

/** The program, which is made ready as soon as the page is open. */
const program = (async () => {
  const unpacked = new Blob([bytes('program')]).stream().pipeThrough(new DecompressionStream('gzip'));
  return WebAssembly.compileStreaming(new Response(unpacked, { headers: { 'content-type': 'application/wasm' } }));
})();
// A fault is told where a log is verified.
program.catch(() => {});

/** More bytes than a log may have: how large a file is need not be known to refuse it. */
const ENOUGH = (64 << 20) + 1;

/** The kind of a verdict; every other one is a finding. */
const KINDS: Record<string, string> = { verified: 'verified', incomplete: 'incomplete', undecided: 'incomplete', outdated: 'incomplete' };

/** A worker that can be ended in the middle of a log, with the program in it. */
class Verifier {
  private readonly worker = new Worker(URL.createObjectURL(new Blob([text('worker')], { type: 'text/javascript' })));
  private readonly waiting = new Map<number, { take: (answer: Answer) => void; fail: (error: Error) => void }>();
  private readonly ready: Promise<void>;
  private asked = 0;

  constructor() {
    this.ready = program.then((program) => this.worker.postMessage({ program }));
    this.worker.onmessage = ({ data }: MessageEvent<Answer & { number: number }>) => {
      this.waiting.get(data.number)?.take(data);
      this.waiting.delete(data.number);
    };
    this.worker.onerror = ({ message }) => this.waiting.forEach(({ fail }) => fail(new Error(`The program failed: ${message}. Please report this log.`)));
  }

  /** Asks about a log. */
  async ask(job: Job['job'], file: File): Promise<Answer> {
    const log = new Uint8Array(await file.slice(0, ENOUGH).arrayBuffer());
    await this.ready;
    // A name that no other file has, and that is no option.
    const name = file.name.endsWith('.duelview') ? 'match.duelview' : 'match.duelog';
    return new Promise((take, fail) => {
      const number = this.asked++;
      this.waiting.set(number, { take, fail });
      this.worker.postMessage({ number, job, name, log } satisfies Job, [log.buffer]);
    });
  }

  end(): void {
    this.worker.terminate();
  }
}

let verifier: Verifier | undefined;

/** Verifies files, one after the other; those that are dropped later take their place. */
async function verify(files: File[]): Promise<void> {
  verifier?.end();
  const own = (verifier = new Verifier());
  element('report').replaceChildren();
  element('files').replaceChildren();
  const counts: Record<string, number> = {};
  for (const [place, file] of files.entries()) {
    say('working', files.length > 1 ? `${file.name} is being verified, ${place + 1} of ${files.length}.` : `${file.name} is being verified.`);
    const [kind, words] = await own.ask('verify', file).then(judged, failed);
    if (verifier !== own) return;
    counts[kind] = (counts[kind] ?? 0) + 1;
    if (files.length === 1) {
      say(kind, `${file.name}: ${words}`);
      return kind === 'fault' ? undefined : show(own, file);
    }
    list(own, file, kind, words);
  }
  const { verified = 0, incomplete = 0 } = counts;
  const others = files.length - verified - incomplete;
  const parts = [`${verified} verified`, ...(incomplete ? [`${incomplete} not over or undecided`] : []), ...(others ? [`${others} not verified`] : [])];
  say(others ? 'finding' : incomplete ? 'incomplete' : 'verified', `${files.length} files: ${parts.join(', ')}. Choose one to see its match.`);
}

/** The kind of a verdict and its words. */
function judged({ finding, fault, remedy }: Answer): [string, string] {
  return finding ? [KINDS[finding.verdict] ?? 'finding', said(finding)] : ['fault', `${fault}. ${remedy ?? ''}`];
}

const failed = (error: Error): [string, string] => ['fault', `it cannot be verified. ${error.message}`];

function said({ verdict, message, remedy, decisions, at, rule }: Finding): string {
  const where = at === undefined ? `${decisions} decisions` : `decision ${at}`;
  const by = rule && !message.includes(rule) ? ` (${rule})` : '';
  return `${verdict}, ${where}. ${message}${by}.${remedy ? ` ${remedy}` : ''}`;
}

/** Adds a file to those that were verified. */
function list(own: Verifier, file: File, kind: string, words: string): void {
  const button = made('button', { type: 'button', className: kind, textContent: `${file.name}: ${words}` });
  button.addEventListener('click', () => {
    for (const other of element('files').querySelectorAll('button')) other.ariaPressed = String(other === button);
    void show(own, file);
  });
  const item = made('li');
  item.append(button);
  element('files').append(item);
}

/** The file whose match is shown, or is being prepared. */
let shown: File | undefined;

/** Shows the match of a file. */
async function show(own: Verifier, file: File): Promise<void> {
  shown = file;
  const report = element('report');
  report.replaceChildren(made('p', { textContent: 'The match is being prepared.' }));
  const answer = await own.ask('report', file).catch((error: Error): Answer => ({ fault: error.message }));
  if (verifier !== own || shown !== file) return;
  if (!answer.report) return report.replaceChildren(made('p', { textContent: answer.fault ?? '' }));
  const frame = made('iframe', { title: 'The match, step by step', srcdoc: answer.report });
  const link = made('a', {
    href: URL.createObjectURL(new Blob([answer.report], { type: 'text/html' })),
    download: `${file.name.replace(/\.[^.]*$/, '')}.html`,
    textContent: 'Save this page of the match',
  });
  report.replaceChildren(frame, link);
}

function say(kind: string, words: string): void {
  const verdict = element('verdict');
  verdict.className = kind;
  verdict.textContent = words;
}

function take(files: FileList | null | undefined): void {
  if (files?.length) void verify([...files]);
}

element<HTMLInputElement>('file').addEventListener('change', ({ target }) => take((target as HTMLInputElement).files));
for (const kind of ['dragenter', 'dragover'] as const) addEventListener(kind, (event) => (event.preventDefault(), document.body.classList.add('over')));
addEventListener('dragleave', ({ relatedTarget }) => relatedTarget ?? document.body.classList.remove('over'));
addEventListener('drop', (event) => {
  event.preventDefault();
  document.body.classList.remove('over');
  take(event.dataTransfer?.files);
});
