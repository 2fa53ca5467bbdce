import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Writes the messages of minified React errors, `packages/server/src/symbolication/react/codes.json`: code → text with `%s`
 * for each argument. React's packages do not contain them; `react-error-decoder` (Unlicense) contains React's own list
 * (MIT). The list is then compared with React: it must have every code that a production build of react-dom can throw,
 * and the text of each must be in the development build of the same version. `node scripts/react-error-codes.ts`
 */
const SOURCE = 'react-error-decoder@2.3.5';
const VERSIONS = ['16.14.0', '17.0.2', '18.0.0', '18.3.1', '19.0.0', '19.1.0', '19.2.0', '19.3.1'];
/** Codes newer than the package, read from react-dom's development build where the production build throws the code. */
const NEWER: [code: number, text: string][] = [
  [
    612,
    'Cannot transport a detached buffer. This usually happens when trying to transport multiple buffer-spanning views on the same underyling buffer. Either reuse the exact same view by identity or copy the underlying buffer manually via `view.slice()`.',
  ],
];
const target = join(import.meta.dirname, '../packages/server/src/symbolication/react/codes.json');

const folder = mkdtempSync(join(tmpdir(), 'react-error-codes-'));
try {
  const { decode } = (await import(join(unpack(SOURCE), 'index.mjs'))) as {
    decode: { collection: Record<string, string> };
  };
  const codes = new Map(Object.entries(decode.collection).map(([code, text]) => [Number(code), text]));
  for (const [code, text] of NEWER) if (!codes.has(code)) codes.set(code, text);
  let wrong = 0;
  for (const version of VERSIONS) {
    const builds = join(unpack(`react-dom@${version}`), 'cjs');
    const read = (kind: RegExp) =>
      readdirSync(builds)
        .filter((file) => kind.test(file) && /react-dom(?:-client|-server)?\.(?:browser\.)?/.test(file))
        .map((file) => readFileSync(join(builds, file), 'utf8'));
    const thrown = new Set(read(/production(?:\.min)?\.js$/).flatMap(codesIn));
    const words = letters(read(/development\.js$/).join('\n'));
    const missing = [...thrown].filter((code) => !codes.has(code));
    const reworded = [...thrown].filter((code) => codes.has(code) && !says(words, codes.get(code)!));
    wrong += missing.length;
    console.log(
      `react-dom ${version}: ${thrown.size} codes, not in the list: ${list(missing)}, said otherwise: ${list(reworded)}`,
    );
  }
  if (wrong > 0) throw new Error('The list lacks codes that React throws.');
  const sorted = [...codes].toSorted(([one], [other]) => one - other);
  writeFileSync(target, `{\n${sorted.map(([code, text]) => `"${code}":${JSON.stringify(text)}`).join(',\n')}\n}\n`);
  console.log(`${sorted.length} codes`);
} finally {
  rmSync(folder, { recursive: true });
}

function unpack(spec: string): string {
  const name = execFileSync('npm', ['pack', spec, '--silent', '--pack-destination', folder], {
    encoding: 'utf8',
  }).trim();
  const into = mkdtempSync(join(folder, 'package-'));
  execFileSync('tar', ['xzf', join(folder, name), '-C', into], { stdio: 'ignore' });
  return join(into, 'package');
}

/** Codes that a production build passes to the function that creates the message. */
function codesIn(build: string): number[] {
  const named =
    /function ([\w$]+)\((?:[\w$]+)?\)\s*\{[^{}]{0,80}(?:\{[^{}]*\}[^{}]*)?(?:error-decoder\.html\?invariant=|react\.dev\/errors\/)/.exec(
      build,
    );
  if (!named) return [];
  const call = new RegExp(`(?<![\\w$.])${named[1]!.replaceAll('$', '\\$')}\\(\\s*"?(\\d+)"?\\s*[,)]`, 'g');
  return [...build.matchAll(call)].map(([, code]) => Number(code));
}

/** Builds split texts and escape quotes; letters and digits keep their order. */
function letters(text: string): string {
  return text.replaceAll(/\\[nu]\w{0,4}/g, '').replaceAll(/[^a-zA-Z0-9]/g, '');
}

/** Whether all text between the arguments is present. */
function says(words: string, text: string): boolean {
  return text.split('%s').every((piece) => words.includes(letters(piece)));
}

function list(codes: number[]): string {
  return codes.length === 0 ? 'none' : codes.toSorted((one, other) => one - other).join(' ');
}
