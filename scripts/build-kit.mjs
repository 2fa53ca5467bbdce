// Builds the packages for customers' apps as they are published: `packages/<name>/dist` is the package.
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { fail, root } from './installed.mjs';

const kits = ['browser', 'nextjs'];

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
    // Limits become numbers where they are used.
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
      stdin: { contents: `export * from './index.ts'; export * from './offline.ts';`, resolveDir: join(folder, 'src') },
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
  const { name, version, description, license, type, sideEffects, dependencies, peerDependencies } = manifest;
  const published = {
    name,
    version,
    description,
    license,
    type,
    sideEffects,
    dependencies,
    peerDependencies,
    bin: mapped(manifest.bin, built),
    exports: {
      ...mapped(manifest.exports, (path, condition) =>
        condition === 'types' ? typesOf(path) : { types: typesOf(path), default: built(path) },
      ),
      ...(kit === 'browser' && { './seismo.min.js': './seismo.min.js' }),
    },
  };
  writeFileSync(join(out, 'package.json'), `${JSON.stringify(published, null, 2)}\n`);
  for (const file of ['README.md', '../../LICENSE']) {
    const from = join(folder, file);
    if (existsSync(from)) cpSync(from, join(out, file.split('/').at(-1)));
  }
}

function built(path) {
  return path.replace(/^\.\/src\/(.*)\.tsx?$/, './$1.js');
}

function typesOf(path) {
  return path.replace(/^\.\/src\/(.*)\.tsx?$/, './types/$1.d.ts');
}

/** Paths of sources, however deep in conditions. Types alone are no entry. */
function leaves(value) {
  if (typeof value === 'string') return [value];
  return Object.entries(value).flatMap(([condition, inner]) => (condition === 'types' ? [] : leaves(inner)));
}

function mapped(value, change, condition) {
  if (typeof value === 'string') return change(value, condition);
  return value && Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, mapped(inner, change, key)]));
}
