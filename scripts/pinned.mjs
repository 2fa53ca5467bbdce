// `node scripts/pinned.mjs file.ts …`: runs a file under the pinned Node, installing everything first if need be.
import { spawn } from 'node:child_process';
import { ensureBuilt, ensureInstalled, pinnedNode, quietEnvironment, root } from './installed.mjs';

/** Starts a program under the pinned Node in our place: same terminal, same signals, same exit code. */
export function becomePinned(args, env = {}) {
  const child = spawn(pinnedNode, args, {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...quietEnvironment, ...env },
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('exit', (code, signal) => process.exit(signal ? 1 : code));
}

if (import.meta.filename === process.argv[1] || process.argv[1]?.endsWith('/pinned.mjs')) {
  ensureInstalled({ withDev: true });
  const [first, ...rest] = process.argv.slice(2);
  // What measures the product measures what `npm start` runs.
  if (first === '--built') ensureBuilt();
  becomePinned(first === '--built' ? rest : [first, ...rest]);
}
