// Builds the packages for customers' apps as they are published: `packages/<name>/dist` is the package, and
// `packages/main/dist/kit` has the files that a server offers for download (docs/decisions/0017-kit-from-the-server.md).
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { fail, root, run } from './installed.mjs';

const given = join(root, 'packages/main/dist/kit');
// In this order: the second contains the first.
const kits = ['browser', 'nextjs'];

rmSync(given, { recursive: true, force: true });
mkdirSync(given, { recursive: true });

for (const kit of kits) {
  const folder = join(root, 'packages', kit);
  const out = join(folder, 'dist');
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  rmSync(out, { recursive: true, force: true });
  await build({
    entryPoints: [...new Set([...leaves(manifest.exports), ...leaves(manifest.bin ?? {})])].map((path) =>
      join(folder, path),
    ),
    outdir: out,
    outbase: join(folder, 'src'),
    bundle: true,
    splitting: true,
    // Inlines the limits as numbers.
    minifySyntax: true,
    format: 'esm',
    target: 'es2022',
    platform: 'neutral',
    jsx: 'automatic',
    chunkNames: 'shared/[hash]',
    external: ['node:*', ...Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies })],
    logLevel: 'warning',
  });
  // For pages without a bundler: everything, as `Seismo`.
  if (kit === 'browser') {
    await build({
      stdin: {
        contents: `export * from './index.ts'; export * from './offline.ts'; export * from './feedback.ts';`,
        resolveDir: join(folder, 'src'),
      },
      outfile: join(out, 'seismo.min.js'),
      bundle: true,
      minify: true,
      format: 'iife',
      globalName: 'Seismo',
      target: 'es2022',
      logLevel: 'warning',
    });
  }
  const tsc = join(root, 'node_modules/typescript/bin/tsc');
  const args = [tsc, '-p', join(folder, 'tsconfig.build.json'), '--outDir', join(out, 'types')];
  const types = spawnSync(process.execPath, args, { stdio: 'inherit' });
  if (types.status !== 0) fail(`The types of ${kit} could not be written.`);
  if (kit === 'nextjs') containBrowser(out);
  const { name, version, description, license, type, sideEffects, peerDependencies, peerDependenciesMeta } = manifest;
  const published = {
    name,
    version,
    description,
    license,
    type,
    sideEffects,
    peerDependencies,
    peerDependenciesMeta,
    bin: mapped(manifest.bin, built),
    exports: {
      ...mapped(manifest.exports, (path, condition) =>
        condition === 'types' ? typesOf(path) : { types: typesOf(path), default: built(path) },
      ),
      ...(kit === 'browser' && { './seismo.min.js': './seismo.min.js' }),
    },
    ...(kit === 'nextjs' && {
      imports: {
        '#browser': { types: './browser/types/index.d.ts', default: './browser/index.js' },
        '#browser/*': { types: './browser/types/*.d.ts', default: './browser/*.js' },
      },
    }),
  };
  writeFileSync(join(out, 'package.json'), `${JSON.stringify(published, null, 2)}\n`);
  for (const file of ['README.md', '../../LICENSE']) {
    const from = join(folder, file);
    if (existsSync(from)) cpSync(from, join(out, file.split('/').at(-1)));
  }
  run('npm', ['pack', '--pack-destination', given, '--ignore-scripts', '--loglevel=error'], { cwd: out, quiet: true });
  renameSync(join(given, `seismo-${kit}-${version}.tgz`), join(given, `seismo-${kit}.tgz`));
}
cpSync(join(root, 'packages/browser/dist/seismo.min.js'), join(given, 'seismo.min.js'));

/**
 * Copies `@seismo/browser` into the package, which imports it as `#browser`: one URL installs everything, and no package
 * manager looks for a second package in a registry.
 */
function containBrowser(out) {
  const browser = join(root, 'packages/browser/dist');
  const { exports: entries } = JSON.parse(readFileSync(join(root, 'packages/browser/package.json'), 'utf8'));
  for (const part of [...leaves(entries).map(built), 'shared', 'types']) {
    cpSync(join(browser, part), join(out, 'browser', part), { recursive: true });
  }
  for (const name of readdirSync(out, { recursive: true })) {
    if (!/(\.js|\.d\.ts)$/.test(name)) continue;
    const path = join(out, name);
    const text = readFileSync(path, 'utf8');
    const changed = text.replaceAll(/(["'])@seismo\/browser(\/[a-z]+)?\1/g, '$1#browser$2$1');
    if (changed !== text) writeFileSync(path, changed);
  }
}

function built(path) {
  return path.replace(/^\.\/src\/(.*)\.tsx?$/, './$1.js');
}

function typesOf(path) {
  return path.replace(/^\.\/src\/(.*)\.tsx?$/, './types/$1.d.ts');
}

/** Source paths in nested conditions. Types are not an entry. */
function leaves(value) {
  if (typeof value === 'string') return [value];
  return Object.entries(value).flatMap(([condition, inner]) => (condition === 'types' ? [] : leaves(inner)));
}

function mapped(value, change, condition) {
  if (typeof value === 'string') return change(value, condition);
  return value && Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, mapped(inner, change, key)]));
}
