import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { expect, test } from 'vitest';

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
const ours = {
  errors: page('./index.ts'),
  all: page(
    './index.ts',
    'breadcrumbs(), tracing(), vitals(), logs()',
    ['breadcrumbs', 'tracing', 'vitals', 'logs', 'logger'],
    log,
  ),
};
// Its defaults bring breadcrumbs along; vitals are part of its tracing.
const theirs = {
  errors: page('@sentry/browser'),
  all: page('@sentry/browser', 'browserTracingIntegration()', ['browserTracingIntegration', 'logger'], log),
};

test.each([
  ['errors', 6000],
  ['all', 14_000],
] as const)('%s take at most %i bytes of a page', async (what, bytesMax) => {
  const [own, other] = await Promise.all([measured(ours[what]), measured(theirs[what])]);
  process.stdout.write(`${what}: @seismo/browser ${own} bytes, @sentry/browser ${other} (minified, gzip)\n`);
  expect(own).toBeLessThanOrEqual(bytesMax);
  expect(other).toBeGreaterThan(own);
});

test('the feedback box is paid for by pages that have it, and is small', async () => {
  const withBox = `${ours.errors} import { feedbackButton } from './feedback.ts'; feedbackButton();`;
  const box = (await measured(withBox)) - (await measured(ours.errors));
  process.stdout.write(`feedback box: @seismo/browser/feedback adds ${box} bytes to errors (minified, gzip)\n`);
  expect(box).toBeLessThanOrEqual(3500);
});

test('the published package, which is one file, leaves out as much', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'seismo-budget-'));
  try {
    const [entry, outfile] = [join(import.meta.dirname, 'index.ts'), join(folder, 'index.js')];
    await build({ entryPoints: [entry], outfile, bundle: true, minifySyntax: true, format: 'esm', target: 'es2022' });
    expect(await measured(ours.errors.replace('./index.ts', outfile))).toBeLessThanOrEqual(6000);
  } finally {
    await rm(folder, { recursive: true });
  }
});

test('what is not imported is not paid for', async () => {
  const nothing = await measured(`import * as Seismo from './index.ts';`);
  expect(nothing).toBeLessThan(50);
  expect(await measured(ours.errors)).toBeLessThan((await measured(ours.all)) / 2);
});
