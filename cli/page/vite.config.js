// One file: script and style stand in the page, and the page allows nothing but them.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { defineConfig } from 'vite';
import { hash, inPage, oneFile } from './one-file.js';

// What can be built: its script, what its page may ask for, and what stands in it.
const PAGES = {
  page: {
    input: 'src/main.tsx',
    asks: [],
    wait: 'The game is being opened.',
    needs: 'This page shows a game step by step and needs JavaScript for it.',
    more: `<div id="transcript" hidden></div>
<script type="text/plain" id="data">@@DATA@@</script>
`,
  },
  listing: {
    input: 'src/listing.tsx',
    asks: ["connect-src 'self'"],
    wait: 'The logs are being listed.',
    needs: 'This page lists logs and needs JavaScript for it; /api/logs has the same for programs.',
    more: '',
  },
  branch: {
    input: 'src/branch.tsx',
    asks: ["connect-src 'self'"],
    wait: 'The branch is being begun.',
    needs: 'This page plays a branch of a log and needs JavaScript for it; /api/branch has the same for programs.',
    more: '',
  },
};

const written = (name, { asks, wait, needs, more }) => ({
  name: 'one-file',
  enforce: 'post',
  generateBundle(_, bundle) {
    const all = Object.values(bundle);
    const script = inPage(all.find((part) => part.type === 'chunk').code);
    const style = String(all.find((part) => part.fileName.endsWith('.css')).source).trim();
    const page = oneFile({
      title: 'Duelog',
      policy: [`script-src ${hash(script)}`, `style-src ${hash(style)}`, ...asks],
      style,
      body: `<div id="app"><p class="wait">${wait}</p></div>
<noscript><p class="wait">${needs}</p></noscript>
${more}<script type="module">${script}</script>`,
    });
    for (const part of Object.keys(bundle)) delete bundle[part];
    mkdirSync('dist', { recursive: true });
    rmSync(`dist/${name}.html`, { force: true });
    writeFileSync(`dist/${name}.html`, page);
  },
});

export default defineConfig(({ mode }) => ({
  plugins: [written(mode, PAGES[mode])],
  publicDir: false,
  build: {
    target: 'es2022',
    cssTarget: 'chrome111',
    emptyOutDir: false,
    modulePreload: false,
    assetsInlineLimit: 0,
    rollupOptions: { input: PAGES[mode].input, output: { codeSplitting: false } },
  },
}));
