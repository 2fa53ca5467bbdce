import type { NextConfig } from 'next';
import { afterEach, expect, test, vi } from 'vitest';
import { withSeismo } from './with-seismo.ts';

const dsn = 'https://abc@seismo.example.com/prefix/7';

afterEach(() => vi.unstubAllEnvs());

const rewritesOf = async ({ rewrites }: NextConfig) => (await rewrites?.()) ?? null;

test('options of the app stay, and the kit gets its location', () => {
  const config = withSeismo(
    { poweredByHeader: false, env: { OWN: '1' } },
    { dsn, release: 'shop@1', environment: 'qa' },
  );
  expect(config).toMatchObject({ poweredByHeader: false });
  expect(config.env).toEqual({
    OWN: '1',
    SEISMO_NEXT_DSN: dsn,
    SEISMO_NEXT_TUNNEL: '/monitoring',
    SEISMO_NEXT_RELEASE: 'shop@1',
    SEISMO_NEXT_ENVIRONMENT: 'qa',
    SEISMO_NEXT_DIST_DIR: '.next',
  });
});

test("a configuration function is called with Next's arguments", async () => {
  const config = withSeismo(async (phase: string) => ({ env: { PHASE: phase } }), { dsn, release: 'shop@1' });
  const built = await config('phase-production-build', { defaultConfig: {} });
  expect(built.env).toMatchObject({ PHASE: 'phase-production-build', SEISMO_NEXT_DSN: dsn });
});

test("the path includes Next's base path", () => {
  const config = withSeismo({ basePath: '/shop', trailingSlash: true }, { dsn, tunnel: '/reports' });
  expect(config.env!['SEISMO_NEXT_TUNNEL']).toBe('/shop/reports/');
  expect(withSeismo({}, { dsn, tunnel: false }).env!['SEISMO_NEXT_TUNNEL']).toBe('');
});

test('a random path is the same for all processes of a build, leads to the route handler, and comes before pages', async () => {
  vi.stubEnv('SEISMO_NEXT_RANDOM_PATH', undefined);
  const theirs = { source: '/old', destination: '/new' };
  const options = { dsn, tunnel: { random: true, path: '/reports' } };
  const config = withSeismo({ rewrites: async () => [theirs] }, options);
  const path = config.env!['SEISMO_NEXT_TUNNEL']!;
  expect(path).toMatch(/^\/[0-9a-f]{12}$/);
  expect(await rewritesOf(config)).toEqual({
    beforeFiles: [{ source: path, destination: '/reports' }],
    afterFiles: [theirs],
    fallback: [],
  });
  expect(withSeismo({}, options).env!['SEISMO_NEXT_TUNNEL']).toBe(path);
});

test('a rewrite leads to the project that was configured, with its key', async () => {
  const config = withSeismo({}, { dsn, tunnel: { rewrite: true } });
  expect(await rewritesOf(config)).toMatchObject({
    beforeFiles: [
      {
        source: '/monitoring',
        destination: expect.stringMatching(
          /^https:\/\/seismo\.example\.com\/prefix\/api\/7\/envelope\/\?.*sentry_key=abc/,
        ),
      },
    ],
  });
  vi.stubEnv('SEISMO_DSN', '');
  expect(() => withSeismo({}, { tunnel: { rewrite: true } })).toThrow('SEISMO_DSN');
});

test('source maps are made where they will be uploaded, and only there', () => {
  vi.stubEnv('SEISMO_AUTH_TOKEN', '');
  expect(withSeismo({}, { dsn })).not.toHaveProperty('productionBrowserSourceMaps');
  vi.stubEnv('SEISMO_AUTH_TOKEN', 'token');
  expect(withSeismo({ turbopack: { root: '/srv' } }, { dsn })).toMatchObject({
    productionBrowserSourceMaps: true,
    experimental: { serverSourceMaps: true },
    turbopack: { root: '/srv', debugIds: true },
  });
  expect(withSeismo({}, { dsn, upload: false })).not.toHaveProperty('productionBrowserSourceMaps');
});

test("the app's own step after the build comes first, also where nothing is uploaded", async () => {
  vi.stubEnv('SEISMO_AUTH_TOKEN', '');
  const own = vi.fn<(build: object) => Promise<void>>(async () => {});
  const config = withSeismo({ compiler: { runAfterProductionCompile: own } }, { dsn });
  await config.compiler!.runAfterProductionCompile!({ projectDir: '/srv', distDir: '.next' });
  expect(own).toHaveBeenCalledWith({ projectDir: '/srv', distDir: '.next' });
});
