// `npm start`: installs packages and builds if necessary, then starts Seismo on the pinned Node.
import { ensureBuilt, ensureInstalled } from './installed.mjs';
import { becomePinned } from './pinned.mjs';
import { serverEnvironment, serverFlags } from './server-flags.mjs';

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
  becomePinned([...serverFlags, 'packages/main/dist/main.js', 'start', ...args], {
    ...serverEnvironment,
    NODE_ENV: 'production',
  });
}
