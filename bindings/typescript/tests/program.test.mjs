// The program as WebAssembly: node --test tests/*.test.mjs. It needs dist/duelog.wasm (../build.sh).
import assert from 'node:assert/strict';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { Duelog, Fault } from '../dist/index.js';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const wasm = fileURLToPath(new URL('../dist/duelog.wasm', import.meta.url));
const skip = existsSync(wasm) ? false : 'dist/duelog.wasm is not built';
const log = (game, name) => readFileSync(`${root}fixtures/golden/${game}/${name}.duelog`);
const duelog = skip ? undefined : await Duelog.load(readFileSync(wasm));

for (const game of ['magic', 'duel-masters', 'flesh-and-blood']) {
  test(`${game}: logs verify to the bit on another machine`, { skip }, async () => {
    // Some of the golden logs.
    const names = readdirSync(`${root}fixtures/golden/${game}`).filter((name) => name.endsWith('.duelog'));
    for (const name of names.filter((_, place) => place % 60 === 0)) {
      const finding = await duelog.verify(readFileSync(`${root}fixtures/golden/${game}/${name}`), name);
      assert.ok(['verified', 'outdated'].includes(finding.verdict), `${name}: ${finding.verdict}: ${finding.message}`);
    }
  });
}

test('a decision that was changed is named', { skip }, async () => {
  const bytes = new Uint8Array(log('duel-masters', 'duel-masters-1'));
  bytes[bytes.length >> 1] ^= 1;
  const finding = await duelog.verify(bytes);
  assert.notEqual(finding.verdict, 'verified');
  assert.match(finding.message, /./);
});

test('what is no log is a finding, and an empty file too', { skip }, async () => {
  for (const bytes of [new Uint8Array(), new TextEncoder().encode('not a log'), new Uint8Array(1 << 20)]) {
    assert.equal((await duelog.verify(bytes)).verdict, 'unreadable');
  }
});

test('states, explanations and pages', { skip }, async () => {
  const bytes = log('duel-masters', 'duel-masters-1');
  const table = await duelog.show(bytes, 40, 0);
  assert.equal(table.decision, 40);
  assert.equal((await duelog.info(bytes)).game, 'duel-masters');
  assert.ok((await duelog.explain(bytes, 40)).decision);
  const told = await duelog.lines('history', ['match.duelog', '--from', '1', '--to', '9'], { 'match.duelog': bytes });
  assert.ok(told.length > 3 && told.every(({ kind, decision }) => kind && decision >= 1));
  assert.match(await duelog.report(bytes), /^<!doctype html>/);
});

test('a moment that is not there is a fault with a remedy', { skip }, async () => {
  await assert.rejects(duelog.show(log('duel-masters', 'duel-masters-1'), 't999'), (fault) => fault instanceof Fault && fault.code > 1);
});
