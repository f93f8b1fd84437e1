// Makes dist/verify.html: one file with the page, its worker and dist/duelog.wasm, which works from a disk and asks for nothing.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build } from 'vite';
import { hash, inPage, oneFile } from '../../cli/page/one-file.js';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
if (!existsSync(here('dist/duelog.wasm'))) {
  console.log('dist/duelog.wasm is missing: ./build.sh makes it; dist/verify.html is not made.');
  process.exit(0);
}

/** The code of a file with all that it imports. */
async function code(input, format) {
  const [{ output }] = [await build({
    root: here('.'),
    logLevel: 'warn',
    configFile: false,
    publicDir: false,
    build: { write: false, target: 'es2022', modulePreload: false, rollupOptions: { input: here(input), output: { format, codeSplitting: false } } },
  })].flat();
  return inPage(output.find((part) => part.type === 'chunk').code);
}

const [script, worker] = [await code('page/page.ts', 'es'), await code('page/worker.ts', 'iife')];
const style = readFileSync(here('page/page.css'), 'utf8').trim();
const program = gzipSync(readFileSync(here('dist/duelog.wasm')), { level: 9 }).toString('base64');

// The page of a match stands in a frame and may do what its own policy allows: the frame inherits this one, too.
const report = readFileSync(here('../../cli/page/dist/page.html'), 'utf8');
const [, own] = /Content-Security-Policy" content="([^"]*)"/.exec(report);
const also = (kind) => new RegExp(`${kind} ([^;]*)`).exec(own)[1];
const policy = [
  `script-src ${hash(script)} ${also('script-src')} 'wasm-unsafe-eval' blob:`,
  `style-src ${hash(style)} ${also('style-src')}`,
  'worker-src blob:',
];

const body = `<header>
<h1>Verify a log</h1>
<p>Drop logs of Duelog anywhere here. They are replayed in this page by the rules engine; nothing leaves your machine.</p>
<label>Choose logs<input id="file" type="file" accept=".duelog,.duelview" multiple></label>
</header>
<p id="verdict" role="status"></p>
<ol id="files"></ol>
<main id="report"></main>
<noscript><p>This page replays a log and needs JavaScript for it.</p></noscript>
<script type="text/plain" id="program">${program}</script>
<script type="text/plain" id="worker">${worker}</script>
<script type="module">${script}</script>`;

mkdirSync(here('dist'), { recursive: true });
writeFileSync(here('dist/verify.html'), oneFile({ title: 'Verify a Duelog log', policy, style, body }));
