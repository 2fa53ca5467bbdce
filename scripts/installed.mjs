// Runs on the host's own Node (20 or newer): no TypeScript, nothing from node_modules.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** Seismo's own Node, independent of the host: `node` is a dependency. */
export const pinnedNode = join(root, 'node_modules', 'node', 'bin', 'node');

/** Disables the telemetry of the framework. */
export const quietEnvironment = { NEXT_TELEMETRY_DISABLED: '1', SENTRY_CLI_NO_TELEMETRY: '1' };

/** Installs missing packages of the lock file. `withDev` includes those for tests and checks. */
export function ensureInstalled({ withDev }) {
  const [major] = process.versions.node.split('.');
  if (Number(major) < 20) {
    fail(
      `Seismo needs Node 20 or newer to install itself; this is ${process.version}. Install a newer Node and run the command again.`,
    );
  }
  if (isInstalled(withDev)) return;
  say(withDev ? 'Installing everything, with what tests need …' : 'Installing …');
  run('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error', ...(withDev ? [] : ['--omit=dev'])]);
  if (!existsSync(pinnedNode)) {
    fail(
      'npm did not install the pinned Node (its install script was not allowed to run). Run "npm install-scripts approve node && npm ci" and try again.',
    );
  }
}

/** Builds the SDK packages, the dashboard and the server if their sources changed since the last build. */
export function ensureBuilt() {
  ensureKitBuilt();
  const dashboardSources = ['dashboard', 'protocol/src', 'browser/src', 'nextjs/src'].map((part) => `packages/${part}`);
  buildIfStale('the dashboard', dashboardSources, 'packages/dashboard/.next', () =>
    run(pinnedNode, [join(root, 'node_modules/next/dist/bin/next'), 'build'], {
      cwd: join(root, 'packages/dashboard'),
      quiet: true,
    }),
  );
  const serverSources = ['main/src', 'main/demo', 'server/src', 'protocol/src'].map((part) => `packages/${part}`);
  buildIfStale('the server', serverSources, 'packages/main/dist', () =>
    run(pinnedNode, [join(root, 'scripts/build-server.mjs')]),
  );
}

/** The SDK packages, built with the host's npm, which customers also use. */
function ensureKitBuilt() {
  const sources = ['browser', 'nextjs', 'protocol/src'].map((part) => `packages/${part}`);
  buildIfStale('the kit', sources, 'packages/main/dist/kit', () =>
    run(pinnedNode, [join(root, 'scripts/build-kit.mjs')]),
  );
}

function buildIfStale(what, sources, output, build) {
  const stamp = join(root, output, 'seismo-sources');
  const digest = digestOf(sources);
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === digest) return;
  say(`Building ${what} …`);
  build();
  writeFileSync(stamp, digest);
}

function isInstalled(withDev) {
  const installedPath = join(root, 'node_modules/.package-lock.json');
  if (!existsSync(installedPath) || !existsSync(pinnedNode)) return false;
  const installed = JSON.parse(readFileSync(installedPath, 'utf8')).packages;
  const wanted = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages;
  return Object.entries(wanted).every(([path, entry]) => {
    // Missing optional packages are for other platforms.
    if (!path.includes('node_modules/') || entry.link || entry.optional || entry.devOptional) return true;
    if (entry.dev && !withDev) return true;
    return installed[path]?.version === entry.version;
  });
}

function digestOf(sources) {
  const hash = createHash('sha256');
  const visit = (path) => {
    for (const entry of readdirSync(join(root, path), { withFileTypes: true }).sort((a, b) =>
      a.name < b.name ? -1 : 1,
    )) {
      const child = `${path}/${entry.name}`;
      if (entry.isDirectory()) {
        if (!['node_modules', '.next', 'dist'].includes(entry.name)) visit(child);
      } else if (!/\.test\.tsx?$|^next-env\.d\.ts$|\.tsbuildinfo$/.test(entry.name))
        hash.update(child).update(readFileSync(join(root, child)));
    }
  };
  for (const path of sources) visit(path);
  return hash.update(readFileSync(join(root, 'package-lock.json'))).digest('hex');
}

/** Runs a command and exits if it fails. `quiet` shows the output only on failure. */
export function run(command, args, { cwd = root, quiet = false, env = {} } = {}) {
  const path = `${dirname(pinnedNode)}:${join(root, 'node_modules/.bin')}:${process.env.PATH}`;
  const result = spawnSync(command, args, {
    cwd,
    // Standard output is for the command's own output, such as JSON, so installation and builds must not write to it.
    stdio: quiet ? 'pipe' : ['inherit', 2, 'inherit'],
    env: { ...process.env, ...quietEnvironment, ...env, PATH: path },
    maxBuffer: 64 * 1024 * 1024,
  });
  if (result.error) fail(`${command} could not be started: ${result.error.message}`);
  if (result.status !== 0) {
    if (quiet) process.stderr.write(Buffer.concat([result.stdout, result.stderr]));
    fail(`"${[command, ...args].join(' ')}" ended with ${result.signal ?? `exit code ${result.status}`}.`);
  }
}

export function say(text) {
  process.stderr.write(`${text}\n`);
}

export function fail(text) {
  say(text);
  process.exit(1);
}
