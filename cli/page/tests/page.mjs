// The page in a browser: node tests/page.mjs [--pictures DIR] [--only NAME] [--slow TIMES]. It needs Chromium (CHROMIUM, else /usr/bin/chromium) and
// the program (DUELOG, else the one that cargo has built).
import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { STACK, played } from './logs.mjs';
import { branch, people, tooSmall } from './people.mjs';
import { LONG, drawn, until } from './waiting.mjs';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const program = process.env.DUELOG ?? join(root, 'target/debug/duelog');
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const folder = mkdtempSync(join(tmpdir(), 'duelog-page-'));
const given = (name) => (process.argv.includes(name) ? process.argv[process.argv.indexOf(name) + 1] : undefined);
const pictures = given('--pictures');
/** Of the tests of people.mjs, the one that is run, and no other; `listing` are those of `serve`. */
const only = given('--only');
/** How many times slower the pages are than they could be: `--slow 8` finds what takes time for granted. */
const slow = given('--slow');

function report(game, ...more) {
  return reported(`fixtures/golden/${game}/${game}-1.duelog`, game, ...more);
}

/** The page of a log. */
function reported(log, name, ...more) {
  const out = join(folder, `${name}${more.join('').replaceAll('/', '')}.html`);
  if (existsSync(out)) return `file://${out}`;
  try {
    execFileSync(program, ['report', log, '--out', out, ...more], { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
  } catch (failed) {
    // A log with a finding has a page all the same.
    if (failed.status !== 1) throw failed;
  }
  return `file://${out}`;
}

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: [
    '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking',
    '--disable-component-update', '--disable-sync',
  ],
});
const complaints = [];
/** The address that is served; nothing else may be asked for. */
let server = 'none';

async function open(address, options = {}, shows = '.board') {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce', ...options });
  context.setDefaultTimeout(LONG);
  const page = await context.newPage();
  if (slow) await (await context.newCDPSession(page)).send('Emulation.setCPUThrottlingRate', { rate: Number(slow) });
  page.on('console', (message) => ['error', 'warning'].includes(message.type()) && complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('request', (request) => request.url().startsWith('http') && !request.url().startsWith(server) && complaints.push(`asks for ${request.url()}`));
  await page.goto(address);
  await page.waitForSelector(shows);
  await drawn(page);
  return page;
}

const place = async (page) => Number(await page.locator('[role=slider]').getAttribute('aria-valuenow'));
const spoken = (page) => page.locator('[role=slider]').getAttribute('aria-valuetext');

async function keys(page) {
  const begin = await place(page);
  await page.keyboard.press('ArrowRight');
  assert.equal(await place(page), begin + 1, 'an arrow goes one event on');
  await page.keyboard.press('ArrowLeft');
  assert.equal(await place(page), begin, 'and back');
  await page.keyboard.press('Shift+ArrowRight');
  assert.match(await page.locator('.box.step h2').innerText(), /A decision/, 'with shift to the next decision');
  await page.keyboard.press('Home');
  await page.keyboard.press('PageDown');
  assert.match(await spoken(page), /^turn 1,/, 'a page is a turn');
  await page.keyboard.press('End');
  assert.equal(await place(page), Number(await page.locator('[role=slider]').getAttribute('aria-valuemax')));
  await page.keyboard.press('Home');
  assert.equal(await place(page), 0, 'home is the beginning');
  await page.keyboard.press('?');
  // Keys are listed, and put away.
  await page.locator('dialog').waitFor({ state: 'visible' });
  await page.keyboard.press('Escape');
  await page.locator('dialog').waitFor({ state: 'hidden' });
  await hasty(page);
  await page.keyboard.press('Space');
  // It plays by itself, at whatever pace the machine has.
  await page.waitForFunction(() => Number(document.querySelector('[role=slider]').getAttribute('aria-valuenow')) > 0);
  await page.keyboard.press('Space');
}

/** A key finds what the key before it did, though no frame was drawn between them. */
async function hasty(page) {
  const playing = await page.evaluate(async () => {
    for (const key of ['?', 'Escape', ' ', ' ', '?', 'Escape', ' ']) {
      dispatchEvent(new KeyboardEvent('keydown', { key }));
      await Promise.resolve();
      await Promise.resolve();
    }
    return document.querySelector('.play').ariaLabel;
  });
  assert.equal(playing, 'stop playing', 'no key is lost to a list of keys that was just put away');
  await page.keyboard.press('Space');
}

async function mouse(page) {
  const box = await page.locator('.track').boundingBox();
  await page.mouse.move(box.x + box.width * 0.25, box.y + box.height / 2);
  await page.mouse.down();
  const quarter = await place(page);
  await page.mouse.move(box.x + box.width * 0.5, box.y + box.height / 2);
  await page.mouse.up();
  const half = await place(page);
  assert.ok(half > quarter && quarter > 0, 'the time line is dragged');
  await page.mouse.wheel(0, 120);
  await until(async () => assert.ok((await place(page)) > half, 'and turned by the wheel'));
}

async function search(page) {
  await page.keyboard.press('/');
  await page.keyboard.type('attacks seat');
  assert.match(await page.locator('.found p').innerText(), /\d+ found/);
  await page.locator('.found .entry').first().click();
  assert.match(await spoken(page), /attacks seat/);
  await page.keyboard.press('Escape');
  assert.ok((await page.locator('.arrows .line').count()) > 0, 'an attack is an arrow');
}

async function links(address) {
  for (const [moment, turn] of [['t5', /^turn 5,/], ['t5.main', /^turn 5, main/], ['57', /decision 57:/], ['disputed', /./]]) {
    const page = await open(`${address}#${moment}`);
    assert.match(await spoken(page), turn, moment);
    await page.context().close();
  }
  const page = await open(`${address}#t5.main`);
  await page.evaluate(() => (location.hash = '#t7'));
  await until(async () => assert.match(await spoken(page), /^turn 7,/));
  await page.getByRole('button', { name: 'copy link' }).click();
  assert.match(page.url(), /#t7$/);
  await page.context().close();
}

/** In the frame of another page, such as the one that verifies by itself, a match has no address: the moment is copied by its name. */
async function framed(address) {
  const outer = join(folder, 'framed.html');
  const inner = readFileSync(fileURLToPath(address), 'utf8').replaceAll('&', '&amp;').replaceAll('"', '&quot;');
  writeFileSync(outer, `<!doctype html><title>a frame</title><iframe style="width:1200px;height:700px" srcdoc="${inner}"></iframe>`);
  const page = await open(`file://${outer}`, {}, 'iframe');
  const frame = page.frameLocator('iframe');
  await frame.locator('.board').waitFor();
  assert.equal(await frame.getByRole('button', { name: 'copy link' }).count(), 0);
  await frame.locator('[role=slider]').press('PageDown');
  await frame.locator('[role=slider]').press('PageDown');
  const turn = /^turn \d+/.exec(await frame.locator('[role=slider]').getAttribute('aria-valuetext'))[0];
  await frame.getByRole('button', { name: 'copy moment' }).click();
  const notice = frame.locator('.notice');
  await until(async () => assert.match(await notice.innerText(), new RegExp(`(Copied: )?${turn}.*, decision \\d+: (t${turn.slice(5)}|\\d)`)));
  await page.context().close();
}

async function asking(page) {
  await page.locator('.side.near .card').first().click();
  assert.match(await page.locator('.box.object').innerText(), /How this came about/);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Home');
  let reasons = 0;
  for (let tries = 0; tries < 12 && reasons === 0; tries++) {
    await page.keyboard.press('Shift+ArrowRight');
    reasons = await page.getByText('What was not, and why').count();
  }
  assert.ok(reasons > 0, 'a decision says what was not legal, and why');
  assert.ok((await page.getByText('What was legal').count()) > 0);
}

async function paper(page) {
  await page.emulateMedia({ media: 'print' });
  await page.pdf();
  const text = await page.locator('#transcript').innerText();
  assert.match(text, /Turn 5: /);
  assert.ok(!(await page.locator('#app').isVisible()), 'the page is no part of what is printed');
  await page.emulateMedia({ media: 'screen' });
}

async function reachable(page, what) {
  await page.evaluate(axe);
  const found = await page.evaluate(() => globalThis.axe.run(document, { resultTypes: ['violations'] }));
  assert.deepEqual(found.violations.map((one) => `${one.id}: ${one.nodes[0].html} ${one.nodes[0].failureSummary}`), [], what);
}

/** A folder of logs, one of them damaged, and a server for it. */
async function serving() {
  const logs = join(folder, 'logs');
  mkdirSync(join(logs, 'cup'), { recursive: true });
  const golden = (game) => join(root, `fixtures/golden/${game}/${game}-1.duelog`);
  for (const game of ['magic', 'duel-masters', 'flesh-and-blood']) copyFileSync(golden(game), join(logs, `${game}.duelog`));
  execFileSync(program, ['fork', golden('duel-masters'), '--at', '60', '--out', join(logs, 'cup/forked.duelog')], { cwd: root });
  const bytes = readFileSync(golden('magic'));
  writeFileSync(join(logs, 'cup/torn.duelog'), bytes.subarray(0, bytes.length / 3));
  const { setup } = STACK;
  await played(program, join(logs, 'cup/timed.duelog'), { ...setup, clock: '25m+10s' }, []);
  const child = spawn(program, ['serve', logs, '--listen', '0', '--format', 'json'], { stdio: ['ignore', 'pipe', 'inherit'] });
  const line = await new Promise((heard) => child.stdout.once('data', (data) => heard(String(data))));
  server = JSON.parse(line).address;
  return child;
}

async function listing() {
  const child = await serving();
  try {
    const page = await open(server, {}, 'tbody tr');
    const rows = page.locator('tbody tr');
    assert.equal(await rows.count(), 6);
    await page.waitForFunction(() => document.querySelectorAll('td.verdict.verified').length === 3);
    assert.equal(await page.locator('td.verdict.torn').count(), 1);
    assert.match(await page.locator('.counted').innerText(), /6 logs, 1 with a finding/);
    await page.keyboard.press('/');
    await page.keyboard.type('cup torn');
    assert.equal(await rows.count(), 1, 'the list is searched');
    await page.getByLabel('search the logs').fill('');
    await page.getByLabel('verdict', { exact: true }).selectOption('not');
    assert.equal(await rows.count(), 3, 'and narrowed to what is not verified');
    assert.match(await page.locator('tr', { hasText: 'timed' }).innerText(), /clock: 25 min, 10 s of each decision free/);
    await page.getByLabel('verdict', { exact: true }).selectOption('');
    await page.getByRole('button', { name: 'decisions' }).click();
    await page.getByRole('button', { name: 'decisions' }).click();
    assert.match(await rows.first().innerText(), /magic/, 'the longest comes first');
    await reachable(page, 'the list');
    await page.setInputFiles('input[type=file]', { name: 'of Ann.duelog', mimeType: 'x/y', buffer: readFileSync(join(folder, 'logs/cup/forked.duelog')) });
    await page.waitForSelector('tr.handed-in');
    assert.match(await page.locator('.said').innerText(), /of Ann\.duelog is incomplete/);
    if (pictures) await page.screenshot({ path: join(pictures, 'serve.png') });
    await page.getByLabel('compare duel-masters.duelog').check();
    await page.getByRole('link', { name: 'compare the two' }).click();
    await page.waitForSelector('.lane .board');
    await pair(page);
    await page.goto(server);
    await page.getByRole('link', { name: 'duel-masters.duelog' }).click();
    await page.waitForSelector('.board');
    assert.match(page.url(), /report\/duel-masters\.duelog$/);
    await page.context().close();
    await branches();
    const phone = await open(server, { viewport: { width: 390, height: 800 }, colorScheme: 'dark' }, 'tbody tr');
    const wide = await phone.evaluate(() => document.documentElement.scrollWidth);
    assert.ok(wide <= 390, `a phone need not scroll sideways: ${wide}`);
    await reachable(phone, 'the list on a phone');
    await cards(phone);
    await phone.context().close();
  } finally {
    child.kill('SIGINT');
  }
}

/** A branch of each game, at a desk and on a phone. */
async function branches() {
  for (const [game, phone] of [['magic', false], ['duel-masters', false], ['flesh-and-blood', false], ['magic', true]]) {
    const options = phone ? { viewport: { width: 390, height: 844 }, hasTouch: true } : { acceptDownloads: true };
    const page = await open(server, options, 'tbody tr');
    await branch(page, { ...tools, server, log: `${game}.duelog`, moment: 't4', phone });
    await page.context().close();
  }
}

/** On a phone each log is a card that says all there is: what was found, the result, how long, when. */
async function cards(phone) {
  const torn = phone.locator('tr', { hasText: 'torn.duelog' });
  const verdict = await torn.locator('td.verdict').boundingBox();
  assert.ok(verdict.width > 200 && verdict.height < 120, `E5: the verdict can be read: ${JSON.stringify(verdict)}`);
  assert.deepEqual(await tooSmall(phone), [[], []], 'E5');
  const won = phone.locator('tr', { hasText: 'magic.duelog' }).first();
  for (const part of ['result', 'decisions', 'date', 'players']) {
    assert.ok(await won.locator(`td.${part}`).isVisible(), `E5: ${part}`);
  }
  assert.match(await won.locator('td.decisions').innerText(), /^\d+ decisions$/);
}

/** Two logs, the first of which ends where the other goes on. */
async function pair(page) {
  const at = async (side) => Number(await page.getByLabel(`${side}: place in the game`).getAttribute('aria-valuenow'));
  assert.match(await page.locator('.parting').innerText(), /The left log is the beginning of the right one/);
  assert.equal(await page.locator('.where').innerText(), 'the same in both');
  const begin = await at('left');
  assert.equal(await at('right'), begin);
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  assert.equal(await page.locator('.where').innerText(), 'after they part');
  assert.equal(await at('right'), begin + 2, 'the longer one goes on');
  assert.equal(await at('left'), begin + 1, 'the other has ended');
  await page.keyboard.press('PageDown');
  assert.ok((await at('right')) > begin + 2);
  await page.keyboard.press('p');
  assert.equal(await at('right'), begin + 1, 'back to where they part');
  await page.keyboard.press('Home');
  assert.deepEqual([await at('left'), await at('right')], [0, 0]);
  await page.keyboard.press('p');
  await page.locator('.lane').last().locator('.card').first().click();
  assert.equal(await page.locator('.box.object').count(), 1);
  await page.keyboard.press('Escape');
  await reachable(page, 'two logs');
}

async function all() {
  await listing();
  await people(tools);
  const judge = report('duel-masters');
  const page = await open(judge);
  await keys(page);
  await mouse(page);
  await search(page);
  await asking(page);
  await reachable(page, 'light');
  await paper(page);
  await page.context().close();
  await links(judge);
  await framed(judge);
  const dark = await open(`${judge}#t9.main`, { colorScheme: 'dark' });
  await reachable(dark, 'dark');
  await dark.context().close();
  const phone = await open(`${judge}#t9.main`, { viewport: { width: 390, height: 800 }, hasTouch: true });
  const wide = await phone.evaluate(() => document.documentElement.scrollWidth);
  assert.ok(wide <= 390, `a phone need not scroll sideways: ${wide}`);
  await reachable(phone, 'phone');
  await phone.context().close();
  const seat = await open(`${report('duel-masters', '--seat', '0')}#t9.main`);
  assert.equal(await seat.locator('.side.near .zone.hand .backs').count(), 0, 'the own hand is open');
  assert.ok((await seat.locator('.zone.shields .backs').count()) > 0, 'shields are face down');
  assert.equal(await seat.locator('.zone.shields .card').count(), 0);
  await seat.context().close();
  if (pictures) {
    const shots = [
      ['magic', 't32.combat.blocks.first(blocks)', 'light'],
      ['duel-masters', 't22.first(attacks)', 'dark'],
      ['flesh-and-blood', 't12.defend.last(defend)', 'light'],
    ];
    for (const [game, moment, colorScheme] of shots) {
      const shot = await open(`${report(game, '--names', 'Ann,Bob')}#${moment}`, { colorScheme });
      await shot.waitForTimeout(300);
      await shot.screenshot({ path: join(pictures, `page-${game}.png`) });
      await shot.context().close();
    }
  }
}

const tools = { open, report, reported, reachable, place, spoken, program, folder, root };
try {
  await (only === 'listing' ? listing() : only ? people(tools, only) : all());
  assert.deepEqual(complaints, [], 'nothing is complained of, nothing is asked for');
  console.log('the page is well');
} finally {
  await browser.close();
  rmSync(folder, { recursive: true });
}
