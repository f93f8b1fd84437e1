// The page that verifies by itself, in Chromium (CHROMIUM, else /usr/bin/chromium), opened from the disk.
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const page = fileURLToPath(new URL('../dist/verify.html', import.meta.url));
const executablePath = process.env.CHROMIUM ?? '/usr/bin/chromium';
const skip = !existsSync(page) ? 'dist/verify.html is not built' : !existsSync(executablePath) ? 'Chromium is not installed' : false;
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
