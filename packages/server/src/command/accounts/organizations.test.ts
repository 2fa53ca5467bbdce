import { beforeEach, expect, test } from 'vitest';
import { systemViewer } from '#query/system-viewer.ts';
import type { Viewer } from '#domain/permissions/viewer.ts';
import { refuses } from '../../testing/refuses.ts';
import { openTestServer, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
let owner: Viewer;
beforeEach(async () => {
  server = await openTestServer();
  owner = await server.user(await server.organization('acme'), 'owner');
});

/** The viewer of the next request, with current memberships. */
const again = async ({ userId }: Viewer): Promise<Viewer> => ({
  userId,
  memberships: await server.state.membershipsOf(userId!),
  scopes: null,
  boundTo: null,
});

test('an administrator of an organization creates another one and becomes its owner', async () => {
  const admin = await server.user(owner.memberships[0]!.organizationId, 'admin');
  await server.command.createOrganization(admin, { slug: 'side', name: 'Side' });
  expect((await server.query.organizations(await again(admin))).map(({ slug, role }) => [slug, role])).toEqual([
    ['acme', 'admin'],
    ['side', 'owner'],
  ]);
  expect((await server.query.organizations(owner)).map(({ slug }) => slug)).toEqual(['acme']);
  const member = await server.user(owner.memberships[0]!.organizationId, 'member');
  await refuses(server.command.createOrganization(member, { slug: 'mine', name: 'Mine' }), 'forbidden');
  await refuses(server.command.createOrganization(admin, { slug: 'acme', name: 'Acme' }), 'conflict');
  for (const slug of ['', '7', 'A b', '__proto__']) {
    await refuses(server.command.createOrganization(admin, { slug, name: 'x' }), 'invalid');
  }
  await refuses(
    server.command.createOrganization({ ...admin, scopes: ['org:write'] }, { slug: 'by-token', name: 'x' }),
    'forbidden',
  );
});

test('an organization is renamed, and is found by its new slug only', async () => {
  await server.command.updateOrganization(owner, 'acme', { slug: 'acme-shop', name: 'Acme shop' });
  expect((await server.query.organizations(owner))[0]).toMatchObject({ slug: 'acme-shop', name: 'Acme shop' });
  await refuses(server.query.members(owner, 'acme'), 'not-found');
  await server.organization('other');
  await refuses(server.command.updateOrganization(owner, 'acme-shop', { slug: 'other' }), 'conflict');
});

test('the command line acts in the first organization under its current name', async () => {
  const system = await systemViewer(server.state);
  await server.command.createProject(system, { slug: 'shop', name: 'Shop', platform: '' });
  await server.command.updateOrganization(await systemViewer(server.state), 'main', { slug: 'renamed' });
  const project = await server.command.createProject(await systemViewer(server.state), {
    slug: 'api',
    name: '',
    platform: '',
  });
  expect(project.organization.slug).toBe('renamed');
  await refuses(server.command.deleteOrganization(await systemViewer(server.state), 'renamed', 'renamed'), 'conflict');
  await refuses(server.command.deleteProject(await systemViewer(server.state), 'seismo', 'seismo'), 'conflict');
});

test('an organization without projects is deleted after its name is typed', async () => {
  await server.command.createOrganization(owner, { slug: 'side', name: 'Side' });
  const both = await again(owner);
  await server.command.createProject(await server.query.viewerInOrganization(both, 'side'), {
    slug: 'shop',
    name: '',
    platform: '',
  });
  await refuses(server.command.deleteOrganization(both, 'side', 'acme'), 'invalid');
  await refuses(server.command.deleteOrganization(both, 'side', 'side'), 'conflict');
  const { id } = await server.query.project(both, 'shop');
  await server.state.write((tx) => tx.deleteProject(id));
  await server.command.deleteOrganization(both, 'side', 'side');
  expect((await server.query.organizations(await again(owner))).map(({ slug }) => slug)).toEqual(['acme']);
  const log = await server.query.auditLog(owner, 'acme', { userId: null, action: null, cursor: null, count: 1 });
  expect(log.entries[0]).toMatchObject({ action: 'organization-delete', subject: 'side' });
});

test('a deleted project accepts no more reports, and its uploads are deleted immediately', async () => {
  await server.command.createProject(owner, { slug: 'shop', name: '', platform: '' });
  await server.command.createRelease(owner, { version: '1.0', projects: ['shop'] });
  const file = {
    project: 'shop',
    version: '1.0',
    name: '~/app.js',
    dist: '',
    mapReference: '',
    body: Buffer.from('1'),
  };
  await server.command.putReleaseFile(owner, file);
  await refuses(server.command.deleteProject(owner, 'shop', 'Shop'), 'invalid');
  await server.command.deleteProject(owner, 'shop', 'shop');
  expect((await server.query.keys(owner, 'shop')).every(({ active }) => !active)).toBe(true);
  expect((await server.query.uploads(owner, 'shop', { cursor: null, count: 1 })).uploads).toEqual([]);
  const entries = await server.journal.read({ entriesMax: 9, bytesMax: 9999 });
  expect(entries.at(-1)).toMatchObject({ kind: 'delete' });
});

test('a renamed project keeps its DSN', async () => {
  const before = await server.command.createProject(owner, { slug: 'shop', name: 'Shop', platform: '' });
  await server.command.createProject(owner, { slug: 'api', name: '', platform: '' });
  const after = await server.command.updateProject(owner, 'shop', { slug: 'web', name: 'Web', platform: 'node' });
  expect(after).toMatchObject({ id: before.id, slug: 'web', name: 'Web', platform: 'node', dsn: before.dsn });
  await refuses(server.command.updateProject(owner, 'web', { slug: 'api' }), 'conflict');
  await refuses(server.command.updateProject(owner, 'web', { name: ' ' }), 'invalid');
});
