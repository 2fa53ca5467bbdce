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
  endWithNpm(child);
  child.on('exit', (code, signal) => process.exit(signal ? 1 : code));
}

/** A signal to npm ends npm and the shell between us, which passes nothing on: losing our parent stands for it. */
function endWithNpm(child) {
  if (!process.env.npm_lifecycle_event) return;
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    child.kill('SIGTERM');
  }, 250);
  watch.unref();
}

if (import.meta.filename === process.argv[1] || process.argv[1]?.endsWith('/pinned.mjs')) {
  ensureInstalled({ withDev: true });
  const [first, ...rest] = process.argv.slice(2);
  // What measures the product measures what `npm start` runs.
  if (first === '--built') ensureBuilt();
  becomePinned(first === '--built' ? rest : [first, ...rest]);
}
