import { expect, test } from 'vitest';
import lock from '../../package-lock.json' with { type: 'json' };

interface Locked {
  link?: boolean;
  version?: string;
  optionalDependencies?: Record<string, string>;
}
const packages: Record<string, Locked> = lock.packages;

/** Where Node would find `name` from the package at `from`. */
function resolved(from: string, name: string): Locked | undefined {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))) {
    const found = packages[`${folder && `${folder}/`}node_modules/${name}`];
    if (found || folder === '') return found;
  }
}

// npm omits a binary that it could not look up when it wrote the lock file. `npm ci` then refuses the lock file, or
// installs the package without a binary on that platform.
test('the lock file has the binaries of every platform, which npm ci requires', () => {
  const missing = Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.entries(optionalDependencies)
      // Exact versions are how packages name their binaries; no supported platform uses WebAssembly.
      .filter(([name, version]) => /^\d/.test(version) && !name.endsWith('-wasm32-wasi'))
      .filter(([name, version]) => resolved(path, name)?.version !== version)
      .map(([name, version]) => `${path} → ${name}@${version}`),
  );
  expect(missing).toEqual([]);
});
