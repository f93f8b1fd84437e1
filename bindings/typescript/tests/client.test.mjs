// The client of protocol 2 against the program: DUELOG, else the one that cargo has built.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { Client, Refused, overStreams } from '../dist/index.js';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const program = process.env.DUELOG ?? `${root}target/debug/duelog`;
const decks = ['fire-nature-rush', 'light-water-wardens'].map((name) => `${root}fixtures/decks/duel-masters/${name}.deck`);
const setup = { game: 'duel-masters', seed: 7, decks };

function connected() {
  const engine = spawn(program, ['engine', '--protocol', '2'], { stdio: ['pipe', 'pipe', 'inherit'] });
  return { engine, client: new Client(overStreams(engine.stdin, engine.stdout)) };
}

test('two matches side by side are played to their ends', async () => {
  const { engine, client } = connected();
  const greeting = await client.ask({ do: 'hello', protocol: 2 });
  assert.equal(greeting.protocol, 2);
  const play = async (match) => {
    let stands = await client.ask({ do: 'open', match, setup: { ...setup, seed: match.length } });
    while (stands.next) {
      const { seat, choices } = await client.ask({ do: 'sample', match });
      stands = await client.ask({ do: 'answer', match, seat, choice: choices[0] });
    }
    assert.ok(stands.outcome, JSON.stringify(stands));
    return client.ask({ do: 'close', match });
  };
  const ended = await Promise.all([play('a'), play('longer')]);
  for (const { decisions } of ended) assert.ok(decisions > 10);
  client.close();
  await new Promise((done) => engine.once('exit', done));
});

test('an answer that is not legal is refused, and the end fails what waits', async () => {
  const { engine, client } = connected();
  await client.ask({ do: 'hello', protocol: 2 });
  const { next } = await client.ask({ do: 'open', match: 'm', setup });
  await assert.rejects(client.ask({ do: 'answer', match: 'm', seat: next.seat, choice: { pick: [{ object: 99999 }] } }), (why) => why instanceof Refused && why.code === 'not_offered');
  await assert.rejects(client.ask({ do: 'view', match: 'nobody', viewer: 'judge' }), Refused);
  engine.kill();
  await assert.rejects(client.ask({ do: 'matches' }));
  await assert.rejects(client.ask({ do: 'matches' }), /ended|EPIPE|closed/);
});

test('news of a match that is watched come by themselves', async () => {
  const { client } = connected();
  await client.ask({ do: 'hello', protocol: 2 });
  const stands = await client.ask({ do: 'open', match: 'm', setup, watch: [{ seat: 0 }] });
  assert.ok(stands.events.length > 0);
  client.close();
});
