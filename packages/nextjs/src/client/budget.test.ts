import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { expect, test } from 'vitest';

/** The size that `init()` adds to every page of an app. @sentry/nextjs 11.8 adds 55 KB. */
const CLIENT_BYTES_MAX = 10_000;
/** The same with the error page that is part of every route. */
const WITH_ERROR_PAGE_BYTES_MAX = 11_500;

const values = ['SEISMO_NEXT_DSN', 'SEISMO_NEXT_TUNNEL', 'SEISMO_NEXT_RELEASE', 'SEISMO_NEXT_ENVIRONMENT', 'NODE_ENV'];

async function bytesOf(contents: string): Promise<number> {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: import.meta.dirname, loader: 'ts' },
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'browser',
    jsx: 'automatic',
    external: ['react', 'react/*', 'next'],
    define: Object.fromEntries(values.map((name) => [`process.env.${name}`, '"production"'])),
    write: false,
  });
  return gzipSync(outputFiles[0]!.contents, { level: 9 }).length;
}

test('the client side is small', async () => {
  const start = "import { init } from '@seismo/nextjs'; init();";
  const client = await bytesOf(start);
  const withErrorPage = await bytesOf(`${start} export { ErrorPage } from '@seismo/nextjs/error';`);
  console.log(`@seismo/nextjs: ${client} bytes, with the error page ${withErrorPage}`);
  expect(client).toBeLessThanOrEqual(CLIENT_BYTES_MAX);
  expect(withErrorPage).toBeLessThanOrEqual(WITH_ERROR_PAGE_BYTES_MAX);
});
