import type { Frame } from '@seismo/protocol';
import fc from 'fast-check';
import { anyCharacter } from '../../testing/any-character.ts';
import { beforeEach, expect, test } from 'vitest';
import type { SourceMapping } from '#domain/configuration/documents.ts';
import { openTestServer, type TestServer } from '../../testing/test-server.ts';
import type { ProjectView } from '../projects/views.ts';
import { linkOf } from './source-links.ts';

/** As produced by Next 16.4.6 with Turbopack and its source map (tests/apps/requests). */
const encodedFrame: Frame = {
  filename: 'tests/apps/requests/app/%28main%29/action/%5Bname%5D/page.jsx',
  abs_path: '../../../../../../../tests/apps/requests/app/%28main%29/action/%5Bname%5D/page.jsx',
  lineno: 11,
  in_app: true,
};

let server: TestServer;
beforeEach(async () => void (server = await openTestServer()));

const github: SourceMapping = {
  repository: 'https://github.com/acme/shop',
  host: 'github',
  stackRoot: '',
  sourceRoot: '',
  branch: '',
};
const link = (frame: Frame, ...mappings: SourceMapping[]) => linkOf(frame, mappings, ({ branch }) => branch || 'HEAD');

test.each<[string, Frame, Partial<SourceMapping>, string | null]>([
  [
    'a path of the repository',
    { filename: 'src/a.ts', lineno: 7 },
    {},
    'https://github.com/acme/shop/blob/HEAD/src/a.ts#L7',
  ],
  ['without a line', { filename: 'src/a.ts' }, {}, 'https://github.com/acme/shop/blob/HEAD/src/a.ts'],
  [
    'webpack’s way to say it',
    { filename: 'webpack://_N_E/./src/a.ts?8f3c', lineno: 1 },
    {},
    'https://github.com/acme/shop/blob/HEAD/src/a.ts#L1',
  ],
  [
    'below a root',
    { filename: '/srv/app/dist/a.js', lineno: 2 },
    { stackRoot: '/srv/app/', sourceRoot: 'packages/web/' },
    'https://github.com/acme/shop/blob/HEAD/packages/web/dist/a.js#L2',
  ],
  [
    'a branch',
    { filename: 'a.ts', lineno: 2 },
    { branch: 'release/2' },
    'https://github.com/acme/shop/blob/release/2/a.ts#L2',
  ],
  ['GitLab', { filename: 'a.ts', lineno: 2 }, { host: 'gitlab' }, 'https://github.com/acme/shop/-/blob/HEAD/a.ts#L2'],
  [
    'Bitbucket',
    { filename: 'a.ts', lineno: 2 },
    { host: 'bitbucket' },
    'https://github.com/acme/shop/src/HEAD/a.ts#lines-2',
  ],
  [
    'a source of Next.js on the server, as Turbopack writes it',
    encodedFrame,
    { stackRoot: 'tests/' },
    'https://github.com/acme/shop/blob/HEAD/apps/requests/app/(main)/action/%5Bname%5D/page.jsx#L11',
  ],
  ['an encoded way upwards', { filename: 'src/%2e%2e/%2e%2e/secrets' }, {}, null],
  [
    'a sign that is no encoding',
    { filename: 'src/100%.ts' },
    {},
    'https://github.com/acme/shop/blob/HEAD/src/100%25.ts',
  ],
  ['an absolute path without a root', { filename: '/srv/a.ts' }, {}, null],
  ['a built file on the web', { filename: 'https://shop.example/a.js', lineno: 1 }, {}, null],
  ['another root', { filename: 'lib/a.ts' }, { stackRoot: 'src/' }, null],
  ['a library', { filename: 'src/a.ts', in_app: false }, {}, null],
  ['a package of npm', { filename: './node_modules/x/a.js' }, {}, null],
  ['no file', { filename: '<anonymous>' }, {}, null],
  ['a way upwards', { filename: 'src/../../secrets' }, {}, null],
])('%s', (_what, frame, change, expected) => expect(link(frame, { ...github, ...change })).toBe(expected));

test('the first matching mapping applies', () => {
  const api = { ...github, repository: 'https://gitlab.com/acme/api', host: 'gitlab' as const, stackRoot: 'api/' };
  expect(link({ filename: 'api/a.ts' }, api, github)).toBe('https://gitlab.com/acme/api/-/blob/HEAD/a.ts');
  expect(link({ filename: 'web/a.ts' }, api, github)).toBe('https://github.com/acme/shop/blob/HEAD/web/a.ts');
});

test('links stay within the repository for any file name', () => {
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter }), fc.string({ unit: anyCharacter }), (filename, absolute) => {
      const found = link({ filename, abs_path: absolute }, github);
      if (found === null) return;
      const url = new URL(found);
      expect(url.origin).toBe('https://github.com');
      expect(url.pathname.startsWith('/acme/shop/blob/HEAD/')).toBe(true);
    }),
  );
});

/** The release `shop@1.4.0` has the commit `c0ffee1`, which changed one file. */
async function commitIn({ id, organization }: ProjectView, path: string): Promise<void> {
  await server.state.write(async (tx) => {
    const release = await tx.ensureRelease({
      organizationId: organization.id,
      version: 'shop@1.4.0',
      projectIds: [id],
      createdAtMs: 1,
    });
    const files = [{ path, change: 'modified' as const }];
    const commit = { message: 'Pay', authorName: 'Ada', authorEmail: '', atMs: 1, repository: 'acme/shop', files };
    await tx.setCommits(release, [{ id: 'c0ffee1', ...commit }]);
  });
}

test('frames lead to the commit of their release, commits to their page; only addresses of the web are taken', async () => {
  const ada = await server.user(await server.organization('main'), 'admin');
  const shop = await server.command.createProject(ada, { slug: 'shop', name: 'Shop', platform: 'javascript' });
  await server.report(shop, 'pay', { release: 'shop@1.4.0' });
  const save = (mapping: Partial<SourceMapping>) =>
    server.command.saveConfiguration(ada, 'shop', 'source', { mappings: [{ ...github, ...mapping }] }, null);
  await expect(save({ repository: 'javascript:alert(1)' })).rejects.toMatchObject({ code: 'invalid' });
  await expect(save({ repository: 'https://user:secret@github.com/a/b' })).rejects.toMatchObject({ code: 'invalid' });
  expect(Object.keys((await server.query.event(ada, 'SHOP-1', 'latest')).frameLinks)).toEqual([]);

  await save({ repository: 'https://github.com/acme/shop.git' });
  const links = async () => Object.values((await server.query.event(ada, 'SHOP-1', 'latest')).frameLinks);
  expect(await links()).toEqual([expect.stringMatching(/^https:\/\/github\.com\/acme\/shop\/blob\/HEAD\/cart\.js/)]);
  await commitIn(shop, 'cart.js');
  expect(await links()).toEqual([expect.stringContaining('/blob/c0ffee1/cart.js')]);
  const [suspect] = await server.query.suspectCommits(ada, 'SHOP-1');
  expect(suspect?.link).toBe('https://github.com/acme/shop/commit/c0ffee1');
  const [commit] = await server.query.releaseCommits(ada, 'shop@1.4.0');
  expect(commit?.link).toBe('https://github.com/acme/shop/commit/c0ffee1');
  expect(await server.query.previewSourceLinks(ada, 'shop')).toEqual([
    expect.objectContaining({ path: 'cart.js', link: expect.stringContaining('/blob/c0ffee1/cart.js') }),
  ]);
});

test('a commit that changed a file with brackets in its path is suspect', async () => {
  const ada = await server.user(await server.organization('main'), 'admin');
  const shop = await server.command.createProject(ada, { slug: 'shop', name: 'Shop', platform: 'node' });
  await server.report(shop, 'x', { release: 'shop@1.4.0', filename: encodedFrame.filename! });
  await commitIn(shop, 'apps/requests/app/(main)/action/[name]/page.jsx');
  expect(await server.query.suspectCommits(ada, 'SHOP-1')).toMatchObject([{ id: 'c0ffee1' }]);
  // The stored frame stays as grouping read it.
  const { stored } = await server.query.event(ada, 'SHOP-1', 'latest');
  expect(stored.event.exception?.values[0]?.stacktrace?.frames[0]?.filename).toBe(encodedFrame.filename);
});
