// What the program prints fits the types: the lines are written down as values of their types, and the compiler reads them. It needs the program,
// which DUELOG names.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const root = here('../../..');
const program = process.env.DUELOG;
const skip = program ? false : 'DUELOG does not name the program';
const games = ['magic', 'duel-masters', 'flesh-and-blood'];

/** The lines of a command, whatever it finds. */
function lines(...words) {
  const { stdout, stderr } = spawnSync(program, [...words, '--format', 'json'], { cwd: root, encoding: 'utf8', maxBuffer: 1 << 28 });
  assert.ok(stdout, `${words.join(' ')}: ${stderr}`);
  return stdout.trimEnd().split('\n').map((line) => JSON.parse(line));
}

/** Logs of each game, of a damaged file and of viewers, of matches that are cut. */
function logs(folder) {
  const golden = games.map((game) => `fixtures/golden/${game}/${game}-1.duelog`);
  const torn = join(folder, 'torn.duelog');
  writeFileSync(torn, readFileSync(join(root, golden[0])).subarray(0, 4000));
  const damaged = join(folder, 'damaged.duelog');
  const bytes = readFileSync(join(root, golden[1]));
  bytes[bytes.length >> 1] ^= 1;
  writeFileSync(damaged, bytes);
  return [...golden, torn, damaged];
}

/** The type of a line, by the command and what stands in it. */
function type(command, line) {
  if ('summary' in line) return { verify: '{ summary: VerifySummary }', simulate: '{ summary: SimulateSummary }', audit: '{ summary: AuditSummary }' }[command]
    ?? "Extract<Printed['decks check'], { summary: unknown }>";
  if ('finding' in line && command !== 'audit' && Object.keys(line).length === 1) return 'Finding';
  if ('match' in line && command === 'verify') return '{ match: SeveralGames }';
  const viewed = 'viewer' in line;
  return {
    verify: 'Judged', info: viewed ? 'ViewerInfo' : 'Info', show: viewed ? 'ViewerTable' : 'Table', history: 'Happened', explain: 'Explained', diff: 'Parting',
    report: 'Reported', simulate: 'Simulated', audit: 'fact' in line ? 'AuditFact' : 'AuditTest', 'cards list': 'CardListed', 'decks check': 'DeckChecked',
  }[command];
}

test('what commands print is of the types', { skip }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'duelog-'));
  try {
    const all = logs(folder);
    const [first, , third] = all;
    const played = join(folder, 'played');
    const said = [
      ['verify', lines('verify', ...all)],
      ['simulate', lines('simulate', '--decks', 'katsu', 'bravo', '--best-of', '3', '--observed', '--seed-parts', '--out', played)],
      ['verify', lines('verify', played)],
      ['report', lines('report', first, '--out', join(folder, 'page.html'))],
      ['diff', lines('diff', first, third)],
      ['audit', [...lines('audit', 'fixtures/golden/duel-masters').slice(-40), ...lines('audit', first, played)]],
      ['cards list', lines('cards', 'list', '--game', 'duel-masters').slice(0, 50)],
      ['decks check', lines('decks', 'check', 'fixtures/deck-forms', 'fixtures/planechase')],
    ];
    // A table of many, whom players leave.
    const many = join(folder, 'many');
    said.push(['simulate', lines('simulate', '--random-decks', '--seats', '4', '--seed', '3', '--out', many)]);
    all.unshift(join(many, 'magic-3.duelog'));
    const views = readdirSync(played).filter((name) => name.endsWith('.duelview')).map((name) => join(played, name));
    for (const log of all.slice(0, 4)) {
      said.push(['info', lines('info', log)], ['show', lines('show', log, '--at', '60')], ['show', lines('show', log)]);
      const told = lines('history', log, '--all');
      said.push(['history', [...told.slice(0, 300), ...told.filter((line) => 'scores' in line)]], ['explain', lines('explain', log, '--at', '60')]);
    }
    for (const view of views.slice(0, 2)) said.push(['info', lines('info', view)], ['show', lines('show', view)]);

    const values = said.flatMap(([command, printed]) => printed.map((line) => `{ const line: ${type(command, line)} = ${JSON.stringify(line)}; void line; }`));
    const names = (file) => [...readFileSync(here(`../src/${file}.ts`), 'utf8').matchAll(/^export (?:interface|type) (\w+)/gm)].map(([, name]) => name);
    const source = ['output', 'printed'].map((file) => `import type { ${names(file).filter((name) => name !== 'Line').join(', ')} } from '${here(`../src/${file}.js`)}';`);
    writeFileSync(join(folder, 'lines.ts'), [...source, ...values].join('\n'));
    const words = ['--noEmit', '--strict', '--target', 'es2022', '--module', 'esnext', '--moduleResolution', 'bundler', '--ignoreConfig', join(folder, 'lines.ts')];
    const compiler = spawnSync(process.execPath, [here('../node_modules/typescript/bin/tsc'), ...words], { cwd: here('..'), encoding: 'utf8' });
    assert.equal(compiler.status, 0, compiler.stdout.slice(0, 4000));
    assert.ok(values.length > 900, `${values.length} lines`);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
