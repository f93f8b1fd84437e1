// `Duelog.lines()` with the real program, in Node and in Chromium (CHROMIUM, else /usr/bin/chromium): what it gives is what the program of
// this machine prints, which DUELOG names. It needs dist/duelog.wasm (../build.sh).
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { Duelog, Fault } from '../dist/index.js';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const root = here('../../..');
const executablePath = process.env.CHROMIUM ?? '/usr/bin/chromium';
const program = process.env.DUELOG;
const built = existsSync(here('../dist/duelog.wasm'));
const skip = built ? false : 'dist/duelog.wasm is not built';
const skipNative = skip || (program ? false : 'DUELOG does not name the program');
const skipBrowser = skip || (existsSync(executablePath) ? false : 'Chromium is not installed');

const golden = (game, number = 1) => readFileSync(`${root}fixtures/golden/${game}/${game}-${number}.duelog`);
const damaged = golden('duel-masters');
damaged[damaged.length >> 1] ^= 1;
const files = {
  'magic.duelog': golden('magic'),
  'masters.duelog': golden('duel-masters'),
  'blood.duelog': golden('flesh-and-blood'),
  'other.duelog': golden('duel-masters', 2),
  'torn.duelog': golden('magic').subarray(0, 4000),
  'damaged.duelog': damaged,
  'tampered.duelog': readFileSync(`${root}fixtures/vectors/tampered-choice.duelog`),
  'notes.txt': Buffer.from('not a log\n'),
  'beasts.deck': readFileSync(`${root}fixtures/decks/magic/red-green-beasts.deck`),
};

/** A command with lines of each type, and the files that it sees. */
const commands = [
  ['verify', Object.keys(files).filter((name) => !name.endsWith('.deck'))],
  ['info', ['magic.duelog']],
  ['show', ['masters.duelog', '--at', '40', '--seat', '0']],
  ['show', ['blood.duelog', '--public']],
  ['history', ['masters.duelog', '--from', '1', '--to', '20']],
  ['explain', ['magic.duelog', '--at', '60']],
  ['diff', ['masters.duelog', 'other.duelog']],
  ['report', ['masters.duelog', '--out', 'page.html']],
  ['audit', ['masters.duelog', 'other.duelog']],
  ['simulate', ['--decks', 'katsu', 'bravo', '--games', '2', '--seed', '3', '--out', 'played']],
  ['cards list', ['--game', 'duel-masters']],
  ['decks check', ['beasts.deck']],
];

/** Without how long it took. */
const timeless = (lines) => JSON.parse(JSON.stringify(lines, (name, value) => (name === 'seconds' ? 0 : value)));

const duelog = built ? await Duelog.load(readFileSync(here('../dist/duelog.wasm'))) : undefined;

for (const [command, words] of commands) {
  test(`lines of ${command} ${words.at(-1)} are those of the program`, { skip: skipNative }, async () => {
    const folder = mkdtempSync(join(tmpdir(), 'duelog-'));
    try {
      for (const [name, bytes] of Object.entries(files)) writeFileSync(join(folder, name), bytes);
      const { stdout, stderr } = spawnSync(program, ['--format', 'json', ...command.split(' '), ...words], { cwd: folder, encoding: 'utf8', maxBuffer: 1 << 28 });
      assert.ok(stdout, stderr);
      const printed = stdout.trimEnd().split('\n').map((line) => JSON.parse(line));
      const lines = await duelog.lines(command, words, files);
      assert.deepEqual(timeless(lines), timeless(printed));
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
}

test('lines of a command that fails are a fault', { skip }, async () => {
  await assert.rejects(duelog.lines('show', ['none.duelog', '--at', '1']), (fault) => fault instanceof Fault && fault.code > 1 && fault.remedy !== '');
});

let browser;
after(() => browser?.close());

test('lines in a browser are those in Node', { skip: skipBrowser }, async () => {
  browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-background-networking'] });
  const tab = await browser.newPage();
  // The package as it is served, and nothing else.
  const shim = '/node_modules/@bjorn3/browser_wasi_shim/dist/index.js';
  const page = `<!doctype html><script type="importmap">${JSON.stringify({ imports: { '@bjorn3/browser_wasi_shim': shim } })}</script>`;
  const types = { js: 'text/javascript', wasm: 'application/wasm' };
  await tab.route('**/*', (route) => {
    const { pathname } = new URL(route.request().url());
    if (pathname === '/') return route.fulfill({ contentType: 'text/html', body: page });
    const path = here(`..${pathname}`);
    return existsSync(path) ? route.fulfill({ contentType: types[path.split('.').at(-1)], body: readFileSync(path) }) : route.fulfill({ status: 404 });
  });
  await tab.goto('http://duelog.test/');
  const told = await tab.evaluate(async ({ commands, files }) => {
    const { Duelog } = await import('/dist/index.js');
    const duelog = await Duelog.load(await (await fetch('/dist/duelog.wasm')).arrayBuffer());
    const bytes = Object.fromEntries(Object.entries(files).map(([name, text]) => [name, Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))]));
    const all = [];
    for (const [command, words] of commands) all.push(await duelog.lines(command, words, bytes));
    return all;
  }, { commands, files: Object.fromEntries(Object.entries(files).map(([name, own]) => [name, Buffer.from(own).toString('base64')])) });
  for (const [place, [command, words]] of commands.entries()) {
    assert.deepEqual(timeless(told[place]), timeless(await duelog.lines(command, words, files)), command);
  }
});
