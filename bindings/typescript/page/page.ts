/** Verifies logs in the browser: nothing is asked for, and nothing is sent. */
import type { Judged as Finding } from '../src/output.js';

const element = <E extends HTMLElement>(id: string) => document.getElementById(id) as E;
const text = (id: string) => element(id).textContent ?? '';

const bytes = (id: string) => Uint8Array.from(atob(text(id)), (letter) => letter.charCodeAt(0));
const unpacked = (packed: Uint8Array) =>
  new Response(new Blob([packed as BlobPart]).stream().pipeThrough(new DecompressionStream('gzip'))).arrayBuffer();

/** A worker that can be ended in the middle of a log, with the program in it. */
let program: Promise<ArrayBuffer> | undefined;
let worker: Worker | undefined;

async function started(): Promise<Worker> {
  program ??= unpacked(bytes('program'));
  const own = new Worker(URL.createObjectURL(new Blob([text('worker')], { type: 'text/javascript' })));
  own.postMessage({ program: await program });
  return own;
}

let round = 0;
async function verify(file: File): Promise<void> {
  const mine = ++round;
  worker?.terminate();
  worker = undefined;
  element('report').replaceChildren();
  say('working', `${file.name} is being verified.`);
  try {
    const log = new Uint8Array(await file.arrayBuffer());
    const own = await started();
    if (mine !== round) return own.terminate();
    worker = own;
    own.onmessage = ({ data }) => {
      if (mine === round) take(file.name, data);
    };
    own.onerror = ({ message }) => say('fault', `The program failed: ${message}. Please report this log.`);
    // A name that no other file has, and that is no option.
    const name = file.name.endsWith('.duelview') ? 'match.duelview' : 'match.duelog';
    own.postMessage({ name, log });
  } catch (error) {
    say('fault', `The log cannot be read: ${(error as Error).message}`);
  }
}

function take(name: string, data: { finding?: Finding; report?: string; fault?: string; remedy?: string }): void {
  if (data.finding) {
    const { verdict, message, decisions, at, rule } = data.finding;
    const where = at === undefined ? `${decisions} decisions` : `decision ${at}`;
    const by = rule && !message.includes(rule) ? ` (${rule})` : '';
    say(verdict === 'verified' ? 'verified' : verdict === 'incomplete' ? 'incomplete' : 'finding', `${name}: ${verdict}, ${where}. ${message}${by}`);
    element('report').append(Object.assign(document.createElement('p'), { textContent: 'The match is being prepared.' }));
  } else if (data.report) {
    const frame = document.createElement('iframe');
    frame.title = 'The match, step by step';
    frame.srcdoc = data.report;
    const link = document.createElement('a');
    link.href = URL.createObjectURL(new Blob([data.report], { type: 'text/html' }));
    link.download = `${name.replace(/\.[^.]*$/, '')}.html`;
    link.textContent = 'Save this page of the match';
    element('report').replaceChildren(frame, link);
  } else if (data.fault) {
    if (element('verdict').className === 'working') say('fault', `${name}: ${data.fault}. ${data.remedy ?? ''}`);
    else element('report').replaceChildren(Object.assign(document.createElement('p'), { textContent: data.fault }));
  }
}

function say(kind: string, words: string): void {
  const verdict = element('verdict');
  verdict.className = kind;
  verdict.textContent = words;
}

element<HTMLInputElement>('file').addEventListener('change', ({ target }) => {
  const [file] = (target as HTMLInputElement).files ?? [];
  if (file) void verify(file);
});
for (const kind of ['dragenter', 'dragover'] as const) addEventListener(kind, (event) => (event.preventDefault(), document.body.classList.add('over')));
addEventListener('dragleave', ({ relatedTarget }) => relatedTarget ?? document.body.classList.remove('over'));
addEventListener('drop', (event) => {
  event.preventDefault();
  document.body.classList.remove('over');
  const [file] = event.dataTransfer?.files ?? [];
  if (file) void verify(file);
});
