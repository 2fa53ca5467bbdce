// `npm start`: installs what is missing, builds what is stale, starts Seismo under the pinned Node.
import { ensureBuilt, ensureInstalled } from './installed.mjs';
import { becomePinned } from './pinned.mjs';

// Bodies of reports lie outside V8's heap and are let go only when it collects; a small young generation collects often.
// Measured at full load: 400 to 430 MB resident at the peak instead of 500 to 580, at the same speed.
const frugal = ['--max-semi-space-size=4'];

const dev = process.argv.includes('--dev');
const args = process.argv.slice(2).filter((arg) => arg !== '--dev');

ensureInstalled({ withDev: dev });
if (dev) {
  becomePinned(
    [
      '--watch',
      '--watch-path=packages/server/src',
      '--watch-path=packages/main/src',
      '--watch-path=packages/protocol/src',
      '--watch-preserve-output',
      'packages/main/src/main.ts',
      'start',
      '--dev',
      ...args,
    ],
    { NODE_ENV: 'development' },
  );
} else {
  ensureBuilt();
  becomePinned([...frugal, '--enable-source-maps', 'packages/main/dist/main.js', 'start', ...args], {
    NODE_ENV: 'production',
  });
}
