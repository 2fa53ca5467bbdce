import { beforeEach, expect, test } from 'vitest';
import { systemViewer } from '#query/system-viewer.ts';
import { refuses } from '../../testing/refuses.ts';
import { openTestServer, type TestServer } from '../../testing/test-server.ts';
import { createUser } from '../accounts/create-user.ts';

let server: TestServer;
beforeEach(async () => void (server = await openTestServer()));

const shop = { slug: 'shop', name: 'Shop', platform: 'javascript-react' };

test('the command line creates a project before set-up', async () => {
  const project = await server.command.createProject(await systemViewer(server.state), shop);
  expect(project).toMatchObject({ ...shop, organization: { slug: 'main' }, firstEventAtMs: null });
  expect(project.dsn).toMatch(/^http:\/\/[0-9a-f]{32}@seismo\.test:8300\/\d+$/);
  const system = await systemViewer(server.state);
  expect((await server.query.listProjects(system)).map(({ slug }) => slug).sort()).toEqual(['seismo', 'shop']);
  expect(await server.query.isFirstRun()).toBe(true);
});

test('the command line creates tokens for the first owner or the named user', async () => {
  const token = { label: 'ci', scopes: ['event:read' as const], expiresAtMs: null };
  await server.command.createProject(await systemViewer(server.state), shop);
  await refuses(server.command.createApiToken(await systemViewer(server.state), token), 'not-found');
  const password = 'correct horse';
  const ada = await createUser(server.deps, { email: 'ada@example.com', name: 'Ada', password, role: 'owner' });
  const bob = await createUser(server.deps, { email: 'bob@example.com', name: 'Bob', password, role: 'viewer' });
  const made = await server.command.createApiToken(await systemViewer(server.state), token);
  expect((await server.query.viewerOfToken(made.token))!.userId).toBe(ada);
  const his = await server.command.createApiToken(await systemViewer(server.state, 'Bob@example.com'), token);
  expect((await server.query.viewerOfToken(his.token))!.userId).toBe(bob);
  await refuses(systemViewer(server.state, 'eve@example.com'), 'not-found');
});

test('a slug that tools could not use, or that is taken, is refused', async () => {
  const system = await systemViewer(server.state);
  for (const slug of ['', 'My shop', '../x', '42', 'a--b', '-a', 'a'.repeat(51), '__proto__']) {
    await refuses(server.command.createProject(system, { ...shop, slug }), 'invalid');
  }
  await server.command.createProject(system, shop);
  await refuses(server.command.createProject(await systemViewer(server.state), shop), 'conflict');
});

test('ingest is notified of every change of keys', async () => {
  const project = await server.command.createProject(await systemViewer(server.state), shop);
  const system = await systemViewer(server.state);
  const key = await server.command.createKey(system, project.slug, 'Second');
  await server.command.updateKey(system, project.slug, key.id, { active: false });
  expect(server.counts.keysChanged).toBe(3);
});

test('the DSN of a project is that of a key which works', async () => {
  const project = await server.command.createProject(await systemViewer(server.state), shop);
  const system = await systemViewer(server.state);
  const [first] = await server.query.keys(system, 'shop');
  await server.command.updateKey(system, 'shop', first!.id, { active: false });
  expect((await server.query.project(system, 'shop')).dsn).toBeNull();
  const second = await server.command.createKey(system, 'shop', 'Second');
  expect((await server.query.project(system, 'shop')).dsn).toBe(second.dsn);
  expect(second.dsn).not.toBe(project.dsn);
  await refuses(server.command.updateKey(system, 'seismo', first!.id, { active: true }), 'not-found');
});

test('a status is recorded once, with its author', async () => {
  const project = await server.command.createProject(await systemViewer(server.state), shop);
  await server.report(project, 'pay');
  const ada = await server.user(project.organization.id, 'owner');
  await server.command.changeIssues(ada, ['SHOP-1', 'shop-1'], { status: { to: 'resolved', in: 'now' } });
  await server.command.changeIssues(ada, ['SHOP-1'], { status: { to: 'resolved', in: 'now' } });
  const { activity, issue } = await server.query.issue(ada, 'SHOP-1');
  expect(issue.status).toBe('resolved');
  expect(activity.map(({ kind, by }) => [kind, by])).toEqual([
    ['resolved', 'owner'],
    ['first-seen', null],
  ]);
});

test('a missing issue among several leaves all unchanged', async () => {
  const project = await server.command.createProject(await systemViewer(server.state), shop);
  await server.report(project, 'pay');
  const ada = await server.user(project.organization.id, 'owner');
  await refuses(
    server.command.changeIssues(ada, ['SHOP-1', 'SHOP-2'], { status: { to: 'archived', until: 'forever' } }),
    'not-found',
  );
  expect((await server.query.issue(ada, 'SHOP-1')).issue.status).toBe('unresolved');
});
