// What people at a page rely on: what is shown is true, can be read, reached and followed.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { inflateRawSync } from 'node:zlib';
import { CROWD, STACK, played, round } from './logs.mjs';
import { settled, until } from './waiting.mjs';

const GAMES = ['magic', 'duel-masters', 'flesh-and-blood'];
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true };
/** A name without the places where it may be parted. */
const called = (text) => text.replaceAll('\u00ad', '');
/** The first step of a turn in each game. */
const FIRST = { magic: 'untap', 'duel-masters': 'start', 'flesh-and-blood': 'start' };

/** The data of a page. */
function data(address) {
  const [, packed] = /id="data">([^<]*)</.exec(readFileSync(fileURLToPath(address), 'utf8'));
  return JSON.parse(inflateRawSync(Buffer.from(packed, 'base64')));
}

export async function people(tools, only) {
  const { program, folder, report, reported } = tools;
  const logs = { stack: join(folder, 'stack.duelog'), crowd: join(folder, 'crowd.duelog') };
  await played(program, logs.stack, STACK.setup, STACK.answers);
  await played(program, logs.crowd, CROWD.setup, CROWD.answers);
  const pages = Object.fromEntries(GAMES.map((game) => [game, report(game, '--names', 'Ann,Bob')]));
  pages.stack = reported(logs.stack, 'stack', '--names', 'Ann,Bob');
  pages.crowd = reported(logs.crowd, 'crowd', '--names', 'Ann,Bob');
  for (const test of [turns, beforeTurns, lost, incomplete, touched, stack, numbers, covered, faceDown, crowded, several, team, marks, position, address, playback, words, motion, fork, sizes, skip, viewersLog, longNames]) {
    if (only === undefined || test.name === only) await test({ ...tools, pages, logs });
  }
}

/** Opens a page, hands it over, and closes it. */
async function on(open, address, options, look) {
  const page = await open(address, options);
  try {
    return await look(page);
  } finally {
    await page.context().close();
  }
}

/** E1: as a turn begins, the table is in its first step. */
async function turns({ open, pages }) {
  for (const game of GAMES) {
    await on(open, `${pages[game]}#t2`, {}, async (page) => {
      for (let turn = 2; turn < 9; turn++) {
        assert.equal(await page.locator('.now').innerText(), `Turn ${turn} ${FIRST[game]}`, `E1: ${game}`);
        await page.keyboard.press('PageDown');
      }
    });
    const { pools, steps } = data(pages[game]);
    const text = (place) => pools.texts[place];
    let facts = [];
    for (const step of steps) {
      if (step.c?.t !== undefined) facts = pools.lists[step.c.t].map((place) => pools.facts[place].map(text));
      if (step.e === undefined || text(step.e) !== 'turn-began') continue;
      const own = facts.find((fact) => fact[0] === 'step')[1];
      assert.ok(own.startsWith(FIRST[game]), `E1: the data of ${game} says ${own} as turn ${step.n} begins`);
    }
  }
}

/** E14: before the first turn it is nobody's. */
async function beforeTurns({ open, pages }) {
  for (const game of GAMES) {
    await on(open, `${pages[game]}#0`, {}, async (page) => {
      await page.keyboard.press('Home');
      assert.equal(await page.getByText('▶ turn').count(), 0, `E14: ${game}`);
      assert.match(await page.locator('.now').innerText(), /Before the first turn/);
      await page.keyboard.press('PageDown');
      assert.equal(await page.getByText('▶ turn').count(), 1);
    });
  }
}

/** E2: a moment that does not exist is told as such, with what there is. */
async function lost({ open, pages, spoken, reachable }) {
  const said = { 't5.combat.blocks': /turn 5 has no combat.blocks/, 't99.combat': /no turn 99: the last one is turn \d+/, 99999: /decisions 0 to \d+/, '%25': /names no moment/ };
  for (const [moment, why] of Object.entries(said)) {
    await on(open, `${pages.magic}#${moment}`, {}, async (page) => {
      assert.match(await page.getByRole('alert').innerText(), why, `E2: ${moment}`);
      await reachable(page, 'a moment that does not exist');
      await page.getByRole('alert').getByRole('link').first().click();
      await until(async () => assert.equal(await page.getByRole('alert').count(), 0, 'and what there is can be opened'));
    });
  }
  await on(open, `${pages.magic}#t5.combat.blocks`, {}, async (page) => {
    assert.match(await spoken(page), /^turn 5,/, 'E2: it opens as near as can be');
    await page.evaluate(() => (location.hash = '#t6'));
    await until(async () => assert.equal(await page.getByRole('alert').count(), 0));
  });
}

/** E3: what only ends early is not disputed; what is disputed is. */
async function incomplete({ open, pages, reported, folder, program }) {
  await on(open, pages.stack, {}, async (page) => {
    assert.match(await page.locator('p.verdict').innerText(), /incomplete/);
    assert.equal(await page.locator('.chip.alarm, .flag').count(), 0, 'E3');
  });
  execFileSync(program, ['demo', '--keep', join(folder, 'dispute')], { stdio: 'ignore' });
  await on(open, reported(join(folder, 'dispute/changed.duelog'), 'changed'), {}, async (page) => {
    assert.match(await page.locator('.box.step h2').innerText(), /The disputed decision/, 'it opens there');
    await page.keyboard.press('Home');
    await page.getByRole('button', { name: 'the disputed decision' }).click();
    assert.match(await page.locator('.box.step h2').innerText(), /The disputed decision/);
    assert.match(page.url(), /#disputed$|#\d+/);
  });
}

const inside = (box, page) => box && box.y >= 0 && box.y + Math.min(box.height, 40) <= page.viewportSize().height && box.x >= 0;

/** E4: on a phone what is tapped is seen. */
async function touched({ open, pages, reachable }) {
  for (const game of GAMES) {
    await on(open, `${pages[game]}#t9`, PHONE, async (page) => {
      const card = page.locator('.side.near .card').first();
      await card.tap();
      const name = called(await card.locator('.name').innerText());
      const heading = page.locator('.box.object h2');
      await until(async () => assert.ok(inside(await heading.boundingBox(), page), `E4: ${game}: the panel of ${name} is in sight`));
      assert.ok((await heading.innerText()).startsWith(name));
      await reachable(page, 'a phone with a sheet');
      await page.getByRole('button', { name: 'back to the table' }).tap();
      await heading.waitFor({ state: 'hidden' });
      await page.getByRole('button', { name: 'what happens' }).tap();
      await until(async () => assert.ok(inside(await page.locator('.box.step h2').boundingBox(), page), `E4: ${game}: what happens`));
      const wide = await page.evaluate(() => document.documentElement.scrollWidth);
      assert.ok(wide <= 390, `a phone need not scroll sideways: ${wide}`);
    });
  }
}

/** Words that are parted other than at a hyphen, and what is cut off at the side. */
const torn = (page) =>
  page.evaluate(() => {
    const found = [];
    const range = document.createRange();
    const texts = document.createTreeWalker(document.querySelector('#app'), NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const { currentNode: node } = texts;
      const own = node.parentElement;
      if (!own.checkVisibility({ visibilityProperty: true }) || own.closest('.heard, .skip, .tiny, select')) continue;
      for (const { 0: word, index } of node.textContent.matchAll(/[\p{L}\u00ad]+/gu)) {
        const tops = [...word].map((_, at) => {
          range.setStart(node, index + at);
          range.setEnd(node, index + at + 1);
          // The first letter after a hyphen has the hyphen before it.
          return [...range.getClientRects()].at(-1) ?? own.getBoundingClientRect();
        });
        const broken = tops.some((box, at) => at > 0 && box.width > 0 && tops[at - 1].width > 0 && ![word[at - 1], word[at]].includes('\u00ad') && Math.abs(box.top - tops[at - 1].top) > 4);
        if (broken) found.push(`${word} is parted in ${own.className}`);
      }
    }
    const side = [...document.querySelectorAll('.found, .pile-open, .turn-number')].filter((one) => {
      const box = one.getBoundingClientRect();
      const frame = one.closest('.track')?.getBoundingClientRect();
      return box.left < (frame?.left ?? 0) || box.right > (frame?.right ?? innerWidth);
    });
    const said = document.querySelector('.saying');
    if (said.textContent.length < 60 && (said.scrollWidth > said.clientWidth || said.scrollHeight > said.clientHeight + 1)) side.push(said);
    return [...found, ...side.map((one) => `${one.className} is cut off: ${one.textContent.slice(0, 30)}`)];
  });

/** On a phone long names of players and cards are parted as a person would part them, and what is opened is in sight. */
async function longNames({ open, reported }) {
  const names = ['--names', 'Alexandria Montgomery-Featherstonehaugh,Bartholomew'];
  for (const [log, ...moments] of [
    ['magic/magic-8101', 't12', "t12.first('casts')", 'end'],
    ['duel-masters/duel-masters-58', 't13', 't17', 'end'],
    ['flesh-and-blood/flesh-and-blood-11', 't17', 't27', 'end'],
  ]) {
    const address = reported(`fixtures/golden/${log}.duelog`, log.replace('/', '-'), ...names);
    for (const moment of moments) {
      await on(open, `${address}#${moment}`, PHONE, async (page) => {
        assert.equal(await page.getByRole('alert').count(), 0, `${log} has ${moment}`);
        assert.deepEqual(await torn(page), [], `${log} at ${moment}`);
        const piles = page.locator('.bar .pile button:not(:disabled)');
        for (const pile of await piles.all()) {
          await pile.tap();
          assert.deepEqual(await torn(page), [], `${log} at ${moment}: ${await pile.innerText()}`);
          await pile.tap();
        }
        await page.evaluate(() => scrollTo(0, 0));
        await page.locator('.search input').fill('a');
        await page.locator('.found li').first().waitFor();
        assert.deepEqual(await torn(page), [], `${log}: what is found`);
        const wide = await page.evaluate(() => document.documentElement.scrollWidth);
        assert.ok(wide <= 390, `a phone need not scroll sideways: ${wide}`);
      });
    }
  }
}

/** E6: the stack has one entry an object, in its order, with owner and targets. */
async function stack({ open, pages }) {
  await on(open, `${pages.stack}#end`, {}, async (page) => {
    const entries = page.locator('.stack .order > li');
    const told = (await entries.allInnerTexts()).map((text) => text.replace(/\s+/g, ' '));
    assert.equal(told.length, 3, 'E6');
    assert.match(told[0], /1 resolves first.*Lightning Bolt.*Ann → Serra Angel/);
    assert.match(told[1], /2.*Giant Growth.*Ann → Craw Wurm/);
    assert.match(told[2], /3 resolves last.*Lightning Bolt.*Ann → Bob/);
  });
}

/** E8: the numbers of turns stand beside the curves, large enough, and none over another. */
async function numbers({ open, pages }) {
  for (const [options, least] of [[{}, 12], [PHONE, 5], [{ viewport: { width: 2560, height: 1440 } }, 20]]) {
    await on(open, `${pages.magic}#t20`, options, async (page) => {
      const found = await page.evaluate(() => {
        const curves = document.querySelector('.track svg').getBoundingClientRect();
        const all = [...document.querySelectorAll('.turn-number')].map((one) => [one.getBoundingClientRect(), one]);
        return {
          count: all.length,
          below: all.filter(([box]) => box.bottom > curves.top + 1).length,
          small: all.filter(([, one]) => parseFloat(getComputedStyle(one).fontSize) < 10).length,
          over: all.filter(([box], at) => all.some(([other], place) => place !== at && box.left < other.right && other.left < box.right)).length,
          here: all.some(([, one]) => one.textContent === '20'),
        };
      });
      assert.ok(found.count >= least, `E8: ${found.count} numbers`);
      assert.deepEqual([found.below, found.small, found.over, found.here], [0, 0, 0, true], 'E8');
    });
  }
}

/** E9: nothing is printed over a card's name or a heading: no dots, no arrows. */
async function covered({ open, pages, reported }) {
  for (const [address, size] of [
    [`${pages['flesh-and-blood']}#t12.defend.last(defend)`, {}],
    [`${pages['flesh-and-blood']}#t12.defend.last(defend)`, { viewport: { width: 2560, height: 1440 } }],
    [`${pages.magic}#t32.combat.blocks.first(blocks)`, {}],
    [`${pages.stack}#end`, {}],
    // An arrow goes from one side to the other behind a pile between them.
    [`${reported('fixtures/golden/magic/magic-128.duelog', 'pile')}#end`, {}],
  ]) {
    await on(open, address, size, async (page) => {
      const found = await page.evaluate(() => {
        const meets = (one, other) => one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;
        const names = [...document.querySelectorAll('.board .name, .board .zone-name, .board .who, .board .now, .board .middle .chip')];
        const dots = names.filter((name) => {
          const pitch = name.closest('.card')?.querySelector('.pitch');
          return pitch && meets(pitch.getBoundingClientRect(), name.getBoundingClientRect());
        });
        const svg = document.querySelector('.arrows');
        const lines = [...svg.querySelectorAll('.line')];
        lines.forEach((line) => (line.style.pointerEvents = 'stroke'));
        const frame = document.querySelector('.board').getBoundingClientRect();
        const over = [];
        for (const line of lines) {
          for (let at = 0; at < line.getTotalLength(); at += 2) {
            const point = line.getPointAtLength(at);
            const [x, y] = [point.x + frame.left, point.y + frame.top];
            const name = names.find((one) => {
              const box = one.getBoundingClientRect();
              return x > box.left + 1 && x < box.right - 1 && y > box.top + 1 && y < box.bottom - 1;
            });
            if (name && document.elementFromPoint(x, y) === line) over.push(name.textContent);
          }
        }
        return { lines: lines.length, dots: dots.map((name) => name.textContent), over };
      });
      assert.ok(found.lines > 0, `E9: there are arrows: ${address}`);
      assert.deepEqual([found.dots, found.over], [[], []], 'E9');
    });
  }
}

/** E10: what lies face down looks so to a judge too. */
async function faceDown({ open, pages }) {
  const shown = { 'duel-masters': '.zone.shields .card', 'flesh-and-blood': '.zone.slot .card' };
  for (const [game, cards] of Object.entries(shown)) {
    await on(open, `${pages[game]}#t9`, {}, async (page) => {
      const down = page.locator(`${cards}.facedown`);
      assert.ok((await down.count()) > 0, `E10: ${game}`);
      assert.match(await down.first().locator('.marks').innerHTML(), /face down/);
    });
    const { pools } = data(pages[game]);
    assert.ok(pools.figures.some((figure) => figure.marks?.includes('face-down')), `E10: the data of ${game}`);
  }
}

/** E11: a crowded table is in sight, and a large screen has large cards; the cards of a row are equally high. */
async function crowded({ open, pages }) {
  const look = (page) =>
    page.evaluate(() => {
      const board = document.querySelector('.board');
      const frame = board.getBoundingClientRect();
      const outside = [...board.querySelectorAll('.bar, .zone, .row.field .card')].filter((one) => {
        const box = one.getBoundingClientRect();
        return box.top < frame.top - 1 || box.bottom > frame.bottom + 1 || box.right > frame.right + 1;
      });
      const uneven = [...board.querySelectorAll('.row.field')].filter((row) => {
        const lines = new Map();
        for (const card of row.querySelectorAll('.card:not(.tapped)')) {
          const box = card.getBoundingClientRect();
          const line = Math.round(box.top);
          lines.set(line, [...(lines.get(line) ?? []), Math.round(box.height)]);
        }
        return [...lines.values()].some((heights) => Math.max(...heights) - Math.min(...heights) > 2);
      });
      return {
        scrolls: board.scrollHeight > board.clientHeight + 1,
        outside: outside.map((one) => one.className),
        uneven: uneven.length,
        card: board.querySelector('.row.field .card').getBoundingClientRect().width,
        high: board.querySelector('.row.field .card').getBoundingClientRect().height,
      };
    });
  const wide = { viewport: { width: 2560, height: 1440 } };
  const [crowd, large] = [await on(open, `${pages.crowd}#end`, {}, look), await on(open, `${pages.crowd}#end`, wide, look)];
  for (const found of [crowd, large]) assert.deepEqual([found.scrolls, found.outside, found.uneven], [false, [], 0], 'E11');
  assert.ok(large.card > crowd.card * 1.3, `E11: ${large.card} and ${crowd.card} px`);
  const [usual, grown] = [await on(open, `${pages.magic}#t32`, {}, look), await on(open, `${pages.magic}#t32`, wide, look)];
  assert.ok(usual.high > crowd.high && grown.card > 180, `E11: ${usual.high} and ${grown.card} px`);
  assert.deepEqual([usual.scrolls, usual.outside, grown.scrolls], [false, [], false], 'E11');
  // More than any size has room for: what is in play scrolls by itself, and says so.
  await on(open, `${pages.crowd}#end`, { viewport: { width: 1000, height: 540 } }, async (page) => {
    const found = await look(page);
    assert.equal(found.scrolls, false, 'E11: the table itself is in sight');
    assert.ok(await page.locator('.zone-name.scrolls').first().isVisible(), 'E11: a row that scrolls says so');
    for (const bar of await page.locator('.bar').all()) assert.ok(inside(await bar.boundingBox(), page), 'E11: both players are in sight');
  });
}

/** E11: with more than two players, life, hand and lands of each are in sight; on a phone those of the player below. */
async function several({ open, reported, folder, program, reachable }) {
  const sight = (page) =>
    page.evaluate(() => {
      const frame = document.querySelector('.board').getBoundingClientRect();
      const parts = [...document.querySelectorAll('.bar, .bar .score, .hand > .zone-name, .lands > .zone-name, .row.field > .held:nth-child(2) > .card:first-child')];
      const outside = parts.filter((one) => {
        const box = one.getBoundingClientRect();
        return box.width < 1 || box.top < frame.top - 1 || box.bottom > frame.bottom + 1 || box.right > frame.right + 1;
      });
      const over = [...document.querySelectorAll('.board .card')].filter((card) => {
        const [marks, size] = ['.marks', '.size'].map((part) => card.querySelector(part).getBoundingClientRect());
        return marks.width > 0 && size.width > 0 && marks.right > size.left + 1 && marks.bottom > size.top + 1;
      });
      return { outside: outside.map((one) => one.className), over: over.length, parts: parts.length };
    });
  for (const seats of [3, 4, 6, 8]) {
    const log = join(folder, `round-${seats}.duelog`);
    await played(program, log, round(seats).setup, []);
    const address = `${reported(log, `round-${seats}`)}#end`;
    await on(open, address, {}, async (page) => {
      const { outside, over, parts } = await sight(page);
      assert.deepEqual([outside, over], [[], 0], `E11: ${seats} players`);
      assert.ok(parts >= 4 * seats, `E11: ${seats} players have ${parts} parts`);
      const order = await page.locator('.bar .who').allInnerTexts();
      assert.ok(order.at(-1).startsWith('Seat 0'), 'whose page it is sits below');
      assert.deepEqual(await tooSmall(page), [[], []], `${seats} players`);
      await reachable(page, `${seats} players`);
    });
    await on(open, address, PHONE, async (page) => {
      const edges = await page.evaluate(() =>
        ['.own .hand', '.own > .bar', '.foot-bar'].map((part) => document.querySelector(part).getBoundingClientRect()).flatMap((box) => [box.top, box.bottom]),
      );
      const apart = [0, ...edges.slice(0, -1)].every((edge, at) => edge <= edges[at] + 1);
      assert.ok(apart, `E11: ${seats} players on a phone: hand, bar and foot reach from and to ${edges}`);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth);
      assert.ok(wide <= 390, `a phone need not scroll sideways: ${wide}`);
    });
  }
}

/** A team that shares its life has it with each of its players, on the table and beside the time line; its turn is theirs too. */
async function team({ open, reported }) {
  const address = reported('fixtures/golden/magic/magic-8101.duelog', 'team', '--names', 'Ann,Bob,Cid,Dan');
  await on(open, `${address}#t9`, {}, async (page) => {
    const bars = (await page.locator('.bar').allInnerTexts()).map((text) => text.replace(/\s+/g, ' '));
    const of = (name) => bars.find((text) => text.startsWith(name));
    assert.match(of('Bob'), /♥ 25 life shared with Ann/);
    assert.match(of('Dan'), /▶ turn ♥ 19 life shared with Cid/);
    assert.ok(!bars.some((text) => /active|shares/.test(text)), bars.join('\n'));
    assert.deepEqual(await page.locator('.legend .curve-name').allInnerTexts(), ['Ann 25 life', 'Bob 25 life', 'Cid 19 life', 'Dan 19 life']);
  });
}

/** Power and toughness stay on one line, apart from how many there are; counters are called by their names. */
async function marks({ open, reported, pages, program, folder }) {
  const { setup } = round(6);
  setup.position.players.forEach((player) => player.zones.hand.push('Serra Angel', 'Serra Angel'));
  const log = join(folder, 'alike.duelog');
  await played(program, log, setup, []);
  await on(open, `${reported(log, 'alike')}#end`, {}, async (page) => {
    const found = await page.evaluate(() => {
      const all = [...document.querySelectorAll('.board .card')];
      const box = (card, part) => card.querySelector(part)?.getBoundingClientRect();
      const broken = all.filter((card) => box(card, '.both')?.height > 2 * parseFloat(getComputedStyle(card.querySelector('.both')).fontSize));
      const close = all.filter((card) => {
        const [count, size] = [box(card, '.count'), box(card, '.both')];
        return count && size?.width > 0 && count.top < size.bottom && size.left - count.right < 2;
      });
      return [all.filter((card) => box(card, '.count')).length, broken.length, close.map((card) => card.textContent)];
    });
    assert.ok(found[0] > 0, 'some are gathered');
    assert.deepEqual(found.slice(1), [0, []]);
  });
  // A long cost leaves room for the size.
  await on(open, `${reported('fixtures/golden/magic/magic-128.duelog', 'pile')}#t36`, {}, async (page) => {
    const over = await page.evaluate(() => {
      const right = (card, part) => (card.querySelector(part)?.getBoundingClientRect().right ?? 0) - card.getBoundingClientRect().right;
      const flat = [...document.querySelectorAll('.board .card:not(.tapped)')];
      return flat.filter((card) => right(card, '.size') > 0 || right(card, '.name') > 0).map((card) => card.textContent);
    });
    assert.deepEqual(over, []);
  });
  await on(open, `${pages['flesh-and-blood']}#t12.defend`, {}, async (page) => {
    assert.match(await page.locator('.card .mark', { hasText: 'defense' }).first().innerText(), /⬢ \d+× -1 defense/);
    await page.locator('.card:has(.mark:text("defense"))').first().click();
    assert.match(await page.locator('.box.object').innerText(), /-1 defense x\d/);
  });
  // While cards are pitched, nobody asks why an ability is not a card to pitch.
  const { pools, steps } = data(pages['flesh-and-blood']);
  const pitched = steps.filter((step) => step.q && pools.texts[step.q.x].startsWith('Which card do you pitch'));
  const refused = pitched.flatMap((step) => pools.lists[step.q.m].map((place) => pools.texts[pools.missing[place][0]]));
  assert.ok(refused.length > 0 && refused.every((text) => text.startsWith('pitch ')), refused.find((text) => !text.startsWith('pitch ')));
  await on(open, `${pages.magic}#1`, {}, async (page) => {
    assert.match(await page.locator('.bar').first().innerText(), /opening hand\s+not kept yet/);
  });
}

/** E12: a log that starts from a position begins in its own step. */
async function position({ open, pages, logs, program }) {
  await on(open, `${pages.stack}#start`, {}, async (page) => {
    assert.deepEqual(await page.locator('.when').allInnerTexts(), ['first main'], 'E12');
  });
  const told = execFileSync(program, ['history', logs.stack, '--names', 'Ann,Bob'], { encoding: 'utf8' });
  assert.match(told, /^Turn 5: Ann, from a position that was set up {2}\(Ann: 20 life, Bob: 20 life\)\n/, 'E12');
  assert.ok(!/untap/.test(told), `E12: ${told}`);
}

/** E13: the address follows; what is opened again is where it was; the browser's own button goes back. */
async function address({ open, pages, place, spoken }) {
  await on(open, `${pages.magic}#t5`, {}, async (page) => {
    for (let turn = 6; turn <= 10; turn++) {
      await page.keyboard.press('PageDown');
      assert.match(page.url(), new RegExp(`#t${turn}$`), 'E13: it follows');
    }
    await page.goBack();
    await until(async () => assert.match(await spoken(page), /^turn 9,/, 'E13: back is where one was'));
    for (let steps = 0; steps < 7; steps++) await page.keyboard.press('ArrowRight');
    const [here, url] = [await place(page), await settled(page)];
    assert.ok(url.split('#')[1].length < 24, `E13: a short one: ${url}`);
    await page.reload();
    await page.waitForSelector('.board');
    assert.equal(await place(page), here, 'E13: opened again');
    await page.goBack();
    await until(async () => assert.match(await spoken(page), /^turn 8,/, 'E13: steps are no entries of their own'));
  });
  // Every step has a short name, and its name leads to it.
  await on(open, `${pages['duel-masters']}#t3`, {}, async (page) => {
    for (let steps = 0; steps < 25; steps++) {
      await page.keyboard.press('ArrowRight');
      const here = await place(page);
      const { hash } = new URL(await settled(page));
      assert.match(hash, /^#[\w.-]{1,24}$/);
      await page.evaluate((to) => ((location.hash = '#start'), (location.hash = to)), hash);
      await until(async () => assert.equal(await place(page), here, hash));
    }
  });
}

/** E29: playing tells the game, and the longest one takes a few minutes. */
async function playback({ open, pages, spoken }) {
  const beat = 0.45;
  for (const game of GAMES) {
    const { steps } = data(pages[game]);
    const told = steps.filter((step) => (step.k === 'event' ? !step.f : step.k !== 'answer')).length;
    assert.ok(told * beat < 300, `E29: ${game} takes ${told * beat} s`);
  }
  await on(open, `${pages.magic}#t30`, {}, async (page) => {
    await page.keyboard.press('Space');
    const heard = new Set();
    await until(async () => {
      heard.add(await spoken(page));
      assert.ok(heard.size > 4, 'E29: it plays');
    });
    await page.keyboard.press('Space');
    assert.ok(![...heard].some((text) => /untaps|step begins|: pass$/.test(text)), `E29: ${[...heard].join('\n')}`);
  });
}

/** A card says what it does: at the pointer, at the keyboard, when it is chosen. */
async function words({ open, pages }) {
  for (const [game, moment] of [['magic', 't30'], ['duel-masters', 't9'], ['flesh-and-blood', 't9']]) {
    const { words } = data(pages[game]);
    await on(open, `${pages[game]}#${moment}`, {}, async (page) => {
      const all = page.locator('.side.near .zone.hand .card, .side.far .zone.hand .card, .zone.shields .card');
      let card;
      for (const one of await all.all()) {
        const name = called(await one.locator('.name').innerText());
        if ((words[name]?.length ?? 0) > 1) card = [one, words[name].at(-1)];
        if (card) break;
      }
      assert.ok(card, `${game}: a card with words`);
      const [box, does] = card;
      const text = async (where) => (await page.locator(where).innerText()).replace(/\s+/g, ' ');
      const said = does.replace(/\s+/g, ' ');
      await box.hover();
      await page.locator('.hint').waitFor();
      assert.ok((await text('.hint')).includes(said), `${game}: at the pointer: ${does}`);
      await page.mouse.move(2, 2);
      await page.locator('.hint').waitFor({ state: 'detached' });
      await box.click();
      assert.ok((await text('.box.object .words')).includes(said), `${game}: chosen`);
      await page.keyboard.press('Escape');
      await page.mouse.move(2, 2);
      await page.keyboard.press('Shift+Tab');
      await page.keyboard.press('Tab');
      await page.locator('.hint').waitFor();
      assert.ok(await page.evaluate(() => document.activeElement.getAttribute('aria-describedby') === 'hint'), 'and it is heard');
      await page.keyboard.press('Escape');
      await page.locator('.hint').waitFor({ state: 'detached' });
    });
    await on(open, `${pages[game]}#${moment}`, PHONE, async (page) => {
      await page.locator('.side.near .card').first().tap();
      await page.locator('.box.object').waitFor();
      assert.equal(await page.locator('.hint').count(), 0, 'a finger needs no hint: the sheet says it');
    });
  }
}

/** A card is seen to travel, and stays still for those who want that. */
async function motion({ open, pages }) {
  // What sets out is counted, as it may have arrived before anybody looks.
  const watch = (page) =>
    page.evaluate(() => {
      const animate = Element.prototype.animate;
      globalThis.travelled = 0;
      Element.prototype.animate = function (frames, options) {
        if (JSON.stringify(frames).includes('translate')) globalThis.travelled += 1;
        return animate.call(this, frames, options);
      };
    });
  const moving = (page) => page.evaluate(() => globalThis.travelled);
  for (const [reducedMotion, moves] of [['no-preference', true], ['reduce', false]]) {
    for (const [game, moment] of [['magic', 't9.draw'], ['duel-masters', 't9.draw'], ['flesh-and-blood', 't9.first(draws)']]) {
      await on(open, `${pages[game]}#${moment}`, { reducedMotion }, async (page) => {
        await watch(page);
        let seen = 0;
        for (let steps = 0; steps < 30 && seen === 0; steps++) {
          await page.keyboard.press('ArrowRight');
          seen = await moving(page);
        }
        assert.equal(seen > 0, moves, `${game}: cards ${moves ? 'travel' : 'stay still'}`);
      });
    }
  }
}

/** The page gives the command that begins a new log here, and it does. */
async function fork({ open, pages, program, folder, logs }) {
  const options = { permissions: ['clipboard-read', 'clipboard-write'] };
  await on(open, `${pages.stack}#8`, options, async (page) => {
    await page.getByRole('button', { name: 'fork here' }).click();
    await page.locator('.notice', { hasText: 'duelog fork' }).waitFor();
    assert.match(await page.locator('.notice').innerText(), /duelog fork stack\.duelog --at 8 --out forked\.duelog/);
    const command = await page.evaluate(() => navigator.clipboard.readText()).catch(() => 'duelog fork stack.duelog --at 8 --out forked.duelog');
    const [, ...parts] = command.split(' ');
    execFileSync(program, parts, { cwd: folder, stdio: 'ignore' });
    const told = JSON.parse(execFileSync(program, ['info', join(folder, 'forked.duelog'), '--format', 'json'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).split('\n')[0]);
    assert.equal(told.decisions, 8, logs.stack);
  }).catch((error) => {
    // `info` of an unfinished log ends with 1, and its answer is whole.
    if (error.status !== 1 || !/"decisions":8\b/.test(error.stdout)) throw error;
  });
}

/** From the page of a log in `serve`, a branch is begun, answered and saved; it shows the cards of one's own seat alone. */
export async function branch(page, { server, log, moment, program, folder, reachable, phone }) {
  await page.goto(`${server}report/${log}#${moment}`);
  await page.waitForSelector('.board');
  await page.getByRole('link', { name: 'play on here' }).click();
  await page.waitForSelector('.question fieldset:not(:disabled)');
  assert.match(page.url(), /\/branch\?log=.*#[0-9a-f]{16}$/);
  assert.equal(await page.locator('.side.far .hand .card').count(), 0, 'the hand of the bot is not told');
  await reachable(page, 'a branch');
  assert.deepEqual(await tooSmall(page), [[], []], 'a branch');
  const told = () => page.evaluate(async () => (await fetch(`/api/branch/${location.hash.slice(1)}`)).json());
  let before = await told();
  for (let answers = 0; answers < 3 && before.over === undefined; answers++) {
    const { asked } = before;
    if (asked.ask === 'pick' && asked.max !== 1 && !asked.done) {
      for (let taken = 0; taken < asked.min; taken++) await page.locator('.question .answer:not(.give)').nth(taken).click();
      await page.locator('.question .give').click();
    } else if (asked.ask === 'pick') await page.locator('.question .answer').first().click();
    else break;
    await page.waitForFunction((old) => fetch(`/api/branch/${location.hash.slice(1)}`).then((one) => one.json()).then((now) => now.decisions > old), before.decisions);
    await page.waitForSelector('.question fieldset:not(:disabled), .box[role=status]');
    before = await told();
  }
  const event = page.locator('.branch .log .entry').first();
  if ((await event.count()) > 0) {
    await event.click();
    await page.getByRole('button', { name: 'back to now' }).click();
  }
  await page.reload();
  await page.waitForSelector('.branch .board');
  assert.equal((await told()).branch, before.branch, 'a page that is loaded again shows the same branch');
  if (phone) {
    const panel = await page.locator('.branch .panel').boundingBox();
    assert.ok(panel.y + panel.height <= page.viewportSize().height + 1 && panel.height > 60, 'on a phone the question is in sight');
    return;
  }
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('link', { name: 'save' }).click()]);
  const saved = join(folder, `branch-of-${log}`);
  await download.saveAs(saved);
  const forked = ['fork', saved, '--at', String(before.decisions), '--out', `${saved}.forked`];
  execFileSync(program, forked, { stdio: 'ignore' });
}

/** What is too small to be read, and what is too small to be touched. */
export const tooSmall = (page) =>
  page.evaluate(() => {
    const seen = (one) => one.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && one.getBoundingClientRect().width > 1;
    const texts = [...document.querySelectorAll('#app *')].filter((one) => seen(one) && [...one.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim() !== ''));
    const small = texts.filter((one) => parseFloat(getComputedStyle(one).fontSize) < 9.99);
    const touched = [...document.querySelectorAll('#app button, #app a, #app select, #app input, #app summary')].filter((one) => seen(one) && !one.classList.contains('skip'));
    const narrow = touched.filter((one) => {
      const [width, height] = [one.offsetWidth, one.offsetHeight];
      return width < 24 || height < 23.5;
    });
    return [small.map((one) => one.className || one.tagName), narrow.map((one) => one.outerHTML.slice(0, 90))];
  });

/** Nothing is too small to be read or touched. */
async function sizes({ open, pages }) {
  for (const game of [...GAMES, 'crowd']) {
    for (const options of [{}, PHONE, { viewport: { width: 2560, height: 1440 } }]) {
      const found = await on(open, `${pages[game]}#${game === 'crowd' ? 'end' : 't12'}`, options, tooSmall);
      assert.deepEqual(found, [[], []], `${game} ${JSON.stringify(options)}`);
    }
  }
}

/** A log that a viewer keeps is shown as far as it tells: no step that is not known, and nothing to fork. */
async function viewersLog({ open, reported, folder, program, reachable }) {
  const kept = join(folder, 'viewer');
  execFileSync(program, ['demo', '--keep', kept], { stdio: 'ignore' });
  await on(open, `${reported(join(kept, 'public.duelview'), 'viewer')}#end`, {}, async (page) => {
    assert.equal(await page.locator('.chip.alarm, .flag').count(), 0, 'nothing is disputed');
    assert.equal(await page.getByRole('button', { name: 'fork here' }).count(), 0);
    assert.doesNotMatch(await page.locator('.where').innerText(), /·\s*·/);
    const bars = (await page.locator('.bar').allInnerTexts()).join(' ').replace(/\s+/g, ' ');
    assert.doesNotMatch(bars, /\bhand \d/, 'each zone is counted once');
    const inPlay = page.locator('.zone.rest[data-zone^="battlefield"]');
    assert.ok((await inPlay.locator('.card').count()) > 2, 'cards in play are shown, though nobody is told whose they are');
    await page.keyboard.press('PageUp');
    assert.match(await settled(page), /#t\d+$/);
    await reachable(page, "a viewer's log");
  });
}

/** The first stop of the keyboard leads to the table. */
async function skip({ open, pages, place }) {
  await on(open, `${pages.magic}#t9`, {}, async (page) => {
    const here = await place(page);
    await page.keyboard.press('Tab');
    assert.equal(await page.evaluate(() => document.activeElement.textContent), 'to the table');
    await page.keyboard.press('Enter');
    assert.equal(await page.evaluate(() => document.activeElement.id), 'board');
    assert.equal(await place(page), here, 'it leads nowhere else');
    assert.match(page.url(), /#t9$/);
  });
}
