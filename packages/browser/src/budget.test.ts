import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { expect, test } from 'vitest';
import { testPath } from '../../server/src/testing/cleanup.ts';

/** Bytes of a page's script, minified and compressed. */
async function measured(contents: string): Promise<number> {
  const built = await build({
    stdin: { contents, resolveDir: import.meta.dirname, loader: 'ts' },
    bundle: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    write: false,
  });
  return gzipSync(built.outputFiles[0]!.contents, { level: 9 }).length;
}

const names = 'init, captureException, captureMessage, setUser, setTag, withScope';
const uses = `captureException(new Error('x')); captureMessage('x'); setUser(null); setTag('a', 'b'); withScope(() => {});`;
const page = (from: string, integrations = '', more: string[] = [], statements = ''): string =>
  `import { ${[names, ...more].join(', ')} } from '${from}';
   init({ dsn: 'https://key@shop.example/1', integrations: [${integrations}] }); ${uses} ${statements}`;

const log = `logger.info('x');`;
const measuring = ['tracing', 'vitals', 'logs'];
const calls = (names: string[]): string => names.map((name) => `${name}()`).join();
const ours = {
  errors: page('./errors.ts'),
  'errors with breadcrumbs, tracing, vitals and logs': page(
    './errors.ts',
    calls(['breadcrumbs', ...measuring]),
    ['breadcrumbs', ...measuring, 'logger'],
    log,
  ),
  // Breadcrumbs, sessions, compression and the way around a tunnel that is not there.
  defaults: page('./index.ts'),
  everything: page('./index.ts', calls(measuring), [...measuring, 'logger'], log),
};
// Its defaults bring breadcrumbs and sessions along; vitals are part of its tracing.
const [theirDefaults, theirAll] = [
  page('@sentry/browser'),
  page('@sentry/browser', 'browserTracingIntegration()', ['browserTracingIntegration', 'logger'], log),
];

const KiB = 1024;

test.each([
  ['errors', 6 * KiB, theirDefaults],
  ['errors with breadcrumbs, tracing, vitals and logs', 14_000, theirAll],
  ['defaults', 9 * KiB, theirDefaults],
  ['everything', 14.5 * KiB, theirAll],
] as const)('%s take at most %i bytes of a page', async (what, bytesMax, theirs) => {
  const [own, other] = await Promise.all([measured(ours[what]), measured(theirs)]);
  process.stdout.write(`${what}: @seismo/browser ${own} bytes, @sentry/browser ${other} (minified, gzip)\n`);
  expect(own).toBeLessThanOrEqual(bytesMax);
  expect(other).toBeGreaterThan(own);
});

test('the feedback box adds at most 3500 bytes, only to pages that use it', async () => {
  const withBox = `${ours.errors} import { feedbackButton } from './feedback.ts'; feedbackButton();`;
  const box = (await measured(withBox)) - (await measured(ours.errors));
  process.stdout.write(`feedback box: @seismo/browser/feedback adds ${box} bytes to errors (minified, gzip)\n`);
  expect(box).toBeLessThanOrEqual(3500);
});

test('the published package, which is bundled before, leaves out as much', async () => {
  const entryPoints = ['index.ts', 'errors.ts'].map((file) => join(import.meta.dirname, file));
  await build({
    entryPoints,
    outdir: testPath(),
    bundle: true,
    splitting: true,
    minifySyntax: true,
    format: 'esm',
    target: 'es2022',
  });
  expect(await measured(ours.errors.replace('./errors.ts', testPath('errors.js')))).toBeLessThanOrEqual(6 * KiB);
});

test('unused imports add no bytes', async () => {
  const nothing = await measured(`import * as Seismo from './index.ts';`);
  expect(nothing).toBeLessThan(50);
  expect(await measured(ours.errors)).toBeLessThan((await measured(ours.everything)) / 2);
});
