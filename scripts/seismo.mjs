// `npm run seismo -- <command>`: the command line, with or without a running server.
import { ensureInstalled } from './installed.mjs';
import { becomePinned } from './pinned.mjs';

ensureInstalled({ withDev: false });
becomePinned(['packages/main/src/main.ts', ...process.argv.slice(2)]);
