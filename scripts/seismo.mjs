// `npm run seismo -- <command>`: the command line, beside a running server or without one.
import { ensureInstalled } from './installed.mjs';
import { becomePinned } from './pinned.mjs';

ensureInstalled({ withDev: false });
becomePinned(['packages/main/src/main.ts', ...process.argv.slice(2)]);
