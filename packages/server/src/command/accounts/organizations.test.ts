import { afterEach, beforeEach, expect, test } from 'vitest';
import { systemViewer } from '#query/system-viewer.ts';
import type { Viewer } from '#domain/permissions/viewer.ts';
import { openTestServer, type TestServer } from '../../testing/test-server.ts';

let world: TestServer;
let owner: Viewer;
beforeEach(async () => {
  world = await openTestServer();
  owner = await world.person(await world.organization('acme'), 'owner');
});
afterEach(() => world.close());

/** As the next request sees them: memberships are read anew. */
const again = async ({ userId }: Viewer): Promise<Viewer> => ({
  userId,
  memberships: await world.state.membershipsOf(userId!),
  scopes: null,
  boundTo: null,
});

test('who administrates an organization makes another, and owns it', async () => {
  const admin = await world.person(owner.memberships[0]!.organizationId, 'admin');
  await world.command.createOrganization(admin, { slug: 'side', name: 'Side' });
  expect((await world.query.organizations(await again(admin))).map(({ slug, role }) => [slug, role])).toEqual([
    ['acme', 'admin'],
    ['side', 'owner'],
  ]);
  expect((await world.query.organizations(owner)).map(({ slug }) => slug)).toEqual(['acme']);
  const member = await world.person(owner.memberships[0]!.organizationId, 'member');
  await refuses(world.command.createOrganization(member, { slug: 'mine', name: 'Mine' }), 'forbidden');
  await refuses(world.command.createOrganization(admin, { slug: 'acme', name: 'Acme' }), 'conflict');
  for (const slug of ['', '7', 'A b', '__proto__']) {
    await refuses(world.command.createOrganization(admin, { slug, name: 'x' }), 'invalid');
  }
  await refuses(
    world.command.createOrganization({ ...admin, scopes: ['org:write'] }, { slug: 'by-token', name: 'x' }),
    'forbidden',
  );
});

test('an organization is renamed, and is found by its new slug only', async () => {
  await world.command.updateOrganization(owner, 'acme', { slug: 'acme-shop', name: 'Acme shop' });
  expect((await world.query.organizations(owner))[0]).toMatchObject({ slug: 'acme-shop', name: 'Acme shop' });
  await refuses(world.query.members(owner, 'acme'), 'not-found');
  await world.organization('other');
  await refuses(world.command.updateOrganization(owner, 'acme-shop', { slug: 'other' }), 'conflict');
});

test('the command line acts in the first organization, whatever it is called by now', async () => {
  const system = await systemViewer(world.state);
  await world.command.createProject(system, { slug: 'shop', name: 'Shop', platform: '' });
  await world.command.updateOrganization(await systemViewer(world.state), 'main', { slug: 'renamed' });
  const project = await world.command.createProject(await systemViewer(world.state), {
    slug: 'api',
    name: '',
    platform: '',
  });
  expect(project.organization.slug).toBe('renamed');
  await refuses(world.command.deleteOrganization(await systemViewer(world.state), 'renamed', 'renamed'), 'conflict');
  await refuses(world.command.deleteProject(await systemViewer(world.state), 'seismo', 'seismo'), 'conflict');
});

test('an organization goes when it has no project, and by its name', async () => {
  await world.command.createOrganization(owner, { slug: 'side', name: 'Side' });
  const both = await again(owner);
  await world.command.createProject(await world.query.viewerInOrganization(both, 'side'), {
    slug: 'shop',
    name: '',
    platform: '',
  });
  await refuses(world.command.deleteOrganization(both, 'side', 'acme'), 'invalid');
  await refuses(world.command.deleteOrganization(both, 'side', 'side'), 'conflict');
  const { id } = await world.query.project(both, 'shop');
  await world.state.write((tx) => tx.deleteProject(id));
  await world.command.deleteOrganization(both, 'side', 'side');
  expect((await world.query.organizations(await again(owner))).map(({ slug }) => slug)).toEqual(['acme']);
  const log = await world.query.auditLog(owner, 'acme', { userId: null, action: null, cursor: null, count: 1 });
  expect(log.entries[0]).toMatchObject({ action: 'organization-delete', subject: 'side' });
});

test('a project that is deleted takes nothing any more, and its uploads go at once', async () => {
  await world.command.createProject(owner, { slug: 'shop', name: '', platform: '' });
  await world.command.createRelease(owner, { version: '1.0', projects: ['shop'] });
  const file = {
    project: 'shop',
    version: '1.0',
    name: '~/app.js',
    dist: '',
    mapReference: '',
    body: Buffer.from('1'),
  };
  await world.command.putReleaseFile(owner, file);
  await refuses(world.command.deleteProject(owner, 'shop', 'Shop'), 'invalid');
  await world.command.deleteProject(owner, 'shop', 'shop');
  expect((await world.query.keys(owner, 'shop')).every(({ active }) => !active)).toBe(true);
  expect((await world.query.uploads(owner, 'shop', { cursor: null, count: 1 })).uploads).toEqual([]);
  const entries = await world.journal.read(0, { entriesMax: 9, bytesMax: 9999 });
  expect(entries.at(-1)).toMatchObject({ kind: 'forget' });
});

test('a project is renamed and keeps its DSN', async () => {
  const before = await world.command.createProject(owner, { slug: 'shop', name: 'Shop', platform: '' });
  await world.command.createProject(owner, { slug: 'api', name: '', platform: '' });
  const after = await world.command.updateProject(owner, 'shop', { slug: 'web', name: 'Web', platform: 'node' });
  expect(after).toMatchObject({ id: before.id, slug: 'web', name: 'Web', platform: 'node', dsn: before.dsn });
  await refuses(world.command.updateProject(owner, 'web', { slug: 'api' }), 'conflict');
  await refuses(world.command.updateProject(owner, 'web', { name: ' ' }), 'invalid');
});

async function refuses(answer: Promise<unknown>, code: string): Promise<void> {
  await expect(answer).rejects.toMatchObject({ name: 'Refusal', code });
}
