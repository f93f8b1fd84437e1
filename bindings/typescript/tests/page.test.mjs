// The page that verifies by itself, in Chromium (CHROMIUM, else /usr/bin/chromium), opened from the disk.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { chromium } from 'playwright-core';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const page = fileURLToPath(new URL('../dist/verify.html', import.meta.url));
const executablePath = process.env.CHROMIUM ?? '/usr/bin/chromium';
const skip = !existsSync(page) ? 'dist/verify.html is not built' : !existsSync(executablePath) ? 'Chromium is not installed' : false;
const program = process.env.DUELOG;
const golden = (game) => `${root}fixtures/golden/${game}/${game}-1.duelog`;

let browser;
before(async () => {
  if (!skip) browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-background-networking'] });
});
after(() => browser?.close());

async function opened(size = { width: 1280, height: 900 }) {
  const tab = await browser.newPage({ viewport: size });
  const complaints = [];
  tab.on('console', (line) => line.type() === 'error' && complaints.push(line.text()));
  tab.on('pageerror', (error) => complaints.push(String(error)));
  tab.on('request', (request) => /^(file|blob|data|about):/.test(request.url()) || complaints.push(request.url()));
  await tab.goto(`file://${page}`);
  return { tab, complaints };
}

const settled = (tab) => tab.locator('#verdict:not(.working):not(:empty)').waitFor({ timeout: 120_000 });

for (const game of ['magic', 'duel-masters', 'flesh-and-blood']) {
  test(`a match of ${game} is verified and shown, with nothing asked for`, { skip }, async () => {
    const { tab, complaints } = await opened();
    await tab.locator('#file').setInputFiles(golden(game));
    await settled(tab);
    assert.match(await tab.locator('#verdict').textContent(), /: (verified|outdated), /);
    const frame = tab.frameLocator('iframe');
    await frame.locator('#app :not(.wait)').first().waitFor({ timeout: 120_000 });
    await tab.keyboard.press('Tab');
    // The frame has no address that a link could lead to: the moment is copied by its name.
    assert.equal(await frame.getByRole('button', { name: 'copy link' }).count(), 0);
    await frame.getByRole('button', { name: 'copy moment' }).click();
    await frame.locator('.notice', { hasText: /decision \d+: / }).waitFor();
    assert.deepEqual(complaints, []);
    await tab.close();
  });
}

test('a second log takes the place of one that is still worked on, and a damaged one is named', { skip }, async () => {
  const { tab, complaints } = await opened({ width: 390, height: 844 });
  await tab.locator('#file').setInputFiles(golden('magic'));
  const bytes = readFileSync(golden('duel-masters'));
  bytes[bytes.length >> 1] ^= 1;
  await tab.locator('#file').setInputFiles({ name: 'broken.duelog', mimeType: 'application/octet-stream', buffer: bytes });
  await settled(tab);
  assert.match(await tab.locator('#verdict.finding').textContent(), /^broken\.duelog: (corrupt|tampered|illegal|diverged), decision \d+\. /);
  await tab.locator('#file').setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('no log') });
  await tab.locator('#verdict', { hasText: 'notes.txt: ' }).waitFor({ timeout: 120_000 });
  assert.ok(await tab.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
  assert.deepEqual(complaints, []);
  await tab.close();
});

/** Files as people drop them: good logs and what is none. */
function dropped() {
  const damaged = readFileSync(golden('duel-masters'));
  damaged[damaged.length >> 1] ^= 1;
  const random = Buffer.alloc(10 << 20);
  for (let place = 0, state = 1; place < random.length; place++) random[place] = state = (state * 48271) % 2147483647;
  return {
    'magic.duelog': readFileSync(golden('magic')),
    'masters.duelog': readFileSync(golden('duel-masters')),
    'blood.duelog': readFileSync(golden('flesh-and-blood')),
    'damaged.duelog': damaged,
    'tampered.duelog': readFileSync(`${root}fixtures/vectors/tampered-choice.duelog`),
    'torn.duelog': readFileSync(golden('magic')).subarray(0, 4000),
    'notes.txt': Buffer.from('not a log\n'),
    'empty.duelog': Buffer.alloc(0),
    'random.duelog': random,
    'packed.duelog.gz': gzipSync(readFileSync(golden('magic'))),
  };
}

/** Drops files onto the page. */
async function drop(tab, files) {
  const packed = Object.entries(files).map(([name, bytes]) => [name, bytes.toString('base64')]);
  await tab.evaluate(async (packed) => {
    const dataTransfer = new DataTransfer();
    for (const [name, text] of packed) dataTransfer.items.add(new File([Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))], name));
    dispatchEvent(new DragEvent('drop', { dataTransfer, cancelable: true }));
  }, packed);
}

/** The words of the program on a file, as the page has them. */
function said(folder, name) {
  const { stdout } = spawnSync(program, ['--format', 'json', 'verify', '--', join(folder, name)], { encoding: 'utf8' });
  const { verdict, message, remedy, decisions, at } = JSON.parse(stdout.split('\n', 1)[0]);
  return [`${name}: ${verdict}, ${at === undefined ? `${decisions} decisions` : `decision ${at}`}. ${message}`, remedy ?? ''];
}

test('files that are dropped, alone and together, get the verdicts of the program', { skip: skip || (program ? false : 'DUELOG does not name the program') }, async () => {
  const files = dropped();
  const folder = mkdtempSync(join(tmpdir(), 'duelog-'));
  const { tab, complaints } = await opened();
  try {
    for (const [name, bytes] of Object.entries(files)) writeFileSync(join(folder, name), bytes);
    const verdicts = Object.keys(files).map((name) => said(folder, name));
    for (const [place, [name, bytes]] of Object.entries(files).entries()) {
      await drop(tab, { [name]: bytes });
      await tab.locator('#verdict:not(.working)', { hasText: `${name}: ` }).waitFor({ timeout: 120_000 });
      const told = await tab.locator('#verdict').textContent();
      for (const part of verdicts[place]) assert.ok(told.includes(part), `${told} / ${part}`);
    }
    await drop(tab, files);
    await tab.locator('#verdict.finding', { hasText: '10 files: 3 verified, 7 not verified' }).waitFor({ timeout: 120_000 });
    const told = await tab.locator('#files button').allTextContents();
    assert.equal(told.length, verdicts.length);
    for (const [place, parts] of verdicts.entries()) {
      for (const part of parts) assert.ok(told[place].includes(part), `${told[place]} / ${part}`);
    }
    // One is chosen, and before its match is there another.
    await tab.locator('#files button').nth(0).click();
    await tab.locator('#files button').nth(1).click();
    assert.deepEqual(await tab.locator('#files [aria-pressed=true]').allTextContents(), [told[1]]);
    await tab.frameLocator('iframe').locator('#app :not(.wait)').first().waitFor({ timeout: 120_000 });
    assert.equal(await tab.getByRole('link', { name: 'Save this page of the match' }).getAttribute('download'), 'masters.html');
    await drop(tab, { 'notes.txt': files['notes.txt'] });
    await tab.locator('#verdict', { hasText: 'notes.txt: ' }).waitFor({ timeout: 120_000 });
    assert.equal(await tab.locator('#files button').count(), 0);
    assert.deepEqual(complaints, []);
  } finally {
    rmSync(folder, { recursive: true });
    await tab.close();
  }
});
