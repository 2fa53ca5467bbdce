// `node scripts/pinned.mjs file.ts …`: runs a file on the pinned Node, after installing packages if necessary.
import { spawn } from 'node:child_process';
import { ensureBuilt, ensureInstalled, pinnedNode, quietEnvironment, root } from './installed.mjs';

/** Runs a program on the pinned Node with the same terminal, signals and exit code. */
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

/** npm and its shell do not forward signals, so the end of the parent process counts as a signal. */
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
  // Measurements use the built server of `npm start`.
  if (first === '--built') ensureBuilt();
  becomePinned(first === '--built' ? rest : [first, ...rest]);
}
