import { describe, expect, test } from 'vitest';
import { openSender } from '../testing/api.ts';
import { openTestServer } from '../testing/test-server.ts';

/** Organizations, projects, teams, members and keys in the fields of Terraform, go-sentry and Grafana. */
const server = await openTestServer();
const acme = await server.organization('acme');
const owner = await server.user(acme, 'owner');
for (const slug of ['shop', 'blog']) await server.command.createProject(owner, { slug, name: slug, platform: 'node' });
const send = await openSender(server, owner);

const get = async (path: string) => (await send('GET', path)).body;
const refusal = (status: number, detail: string) => ({ status, body: { detail: expect.stringContaining(detail) } });

describe('a project', () => {
  test('accepts its own answer, field by field, and does not change', async () => {
    await send('PUT', '/projects/acme/shop/', { scrubIPAddresses: true, options: { 'filters:releases': '1.*' } });
    const before = await get('/projects/acme/shop/');
    const { known } = /Known fields: (?<known>.*)\./.exec(
      (await send('PUT', '/projects/acme/shop/', { unheardOf: 1 })).body.detail,
    )!.groups!;
    const sent = Object.fromEntries(known!.split(', ').map((name) => [name, before[name]]));
    expect(Object.values(sent)).not.toContain(undefined);
    expect((await send('PUT', '/projects/acme/shop/', sent)).body).toEqual(before);
  });

  test.each([
    ['allowedDomains', ['example.com']],
    ['resolveAge', 24],
    ['digestsMinDelay', 60],
    ['verifySSL', false],
  ])('refuses to change %s, by name, and does nothing else', async (name, value) => {
    const before = await get('/projects/acme/shop/');
    const sent = await send('PUT', '/projects/acme/shop/', { name: 'Other', [name]: value });
    expect(sent).toEqual(refusal(400, `${name}: Seismo does not have this setting`));
    expect(await get('/projects/acme/shop/')).toEqual(before);
  });

  test.each([
    ['a slug that is taken', { slug: 'blog' }, 409],
    ['rules that cannot be read', { groupingEnhancements: 'function:x -ap' }, 400],
  ])('with %s changes none of its settings', async (_what, wrong, status) => {
    const before = await get('/projects/acme/shop/');
    const good = { fingerprintingRules: 'error.type:A -> a', options: { 'filters:error_messages': 'b' } };
    expect((await send('PUT', '/projects/acme/shop/', { ...good, ...wrong })).status).toBe(status);
    expect(await get('/projects/acme/shop/')).toEqual(before);
  });

  test('keeps the settings that a setting of Sentry maps to', async () => {
    const { settings } = await server.query.configuration(owner, 'shop', 'privacy');
    const some = { ...settings, defaults: { ...settings.defaults, texts: false }, userAddress: 'shorten' };
    await server.command.saveConfiguration(owner, 'shop', 'privacy', some, null);
    await send('PUT', '/projects/acme/shop/', { dataScrubber: true, scrubIPAddresses: false });
    expect((await server.query.configuration(owner, 'shop', 'privacy')).settings).toEqual(some);
    expect(await send('PUT', '/projects/acme/shop/', { dataScrubber: false, dataScrubberDefaults: true })).toEqual(
      refusal(400, 'dataScrubberDefaults'),
    );
  });

  test('has spike protection switched off and on', async () => {
    const list = '/organizations/acme/projects/?options=quotas:spike-protection-disabled&query=shop';
    const isOff = async () => (await get(list))[0].options['quotas:spike-protection-disabled'];
    expect((await send('DELETE', '/organizations/acme/spike-protections/', { projects: ['shop'] })).status).toBe(200);
    expect(await isOff()).toBe(true);
    expect((await send('POST', '/organizations/acme/spike-protections/', { projects: ['shop'] })).status).toBe(201);
    expect(await isOff()).toBe(false);
  });

  test('has its ownership rules read and written', async () => {
    const path = '/projects/acme/shop/ownership/';
    await send('POST', '/organizations/acme/teams/', { slug: 'owners' });
    const off = 'Turn off Auto-Assignment';
    expect((await send('PUT', path, { raw: 'path:src/* #owners', autoAssignment: off })).status).toBe(200);
    expect(await get(path)).toMatchObject({ raw: 'path:src/* #owners', autoAssignment: off, fallthrough: true });
    expect(await send('PUT', path, { fallthrough: false })).toEqual(refusal(400, 'fallthrough: '));
    expect((await server.query.configuration(owner, 'shop', 'ownership')).settings.assigns).toBe(false);
  });

  test('returns whether it ever had a session', async () => {
    expect((await get('/projects/acme/blog/')).hasSessions).toBe(false);
    const blog = await server.query.project(owner, 'blog');
    await server.sendItem(blog, { type: 'session' }, { sid: 'a'.repeat(32), attrs: { release: '1.0' } });
    expect((await get('/projects/acme/blog/')).hasSessions).toBe(true);
  });
});

test('a key is limited from the start, filtered by its status, and deleted for good', async () => {
  const path = '/projects/acme/shop/keys/';
  const { body: made } = await send('POST', path, { name: 'Mobile', rateLimit: { count: 5, window: 60 } });
  expect(made).toMatchObject({ secret: '', browserSdkVersion: 'latest', rateLimit: { count: 5, window: 60 } });
  const none = { rateLimit: { count: 0, window: 0 } };
  expect((await send('PUT', `${path}${made.id}/`, none)).body.rateLimit).toBeNull();
  expect(await send('PUT', `${path}${made.id}/`, { browserSdkVersion: '7.x' })).toEqual(
    refusal(400, 'browserSdkVersion: Seismo does not have this setting'),
  );
  const loader = { dynamicSdkLoaderOptions: { hasReplay: true } };
  expect(await send('PUT', `${path}${made.id}/`, loader)).toEqual(refusal(400, 'dynamicSdkLoaderOptions.hasReplay: '));
  await send('PUT', `${path}${made.id}/`, { isActive: false });
  expect((await get(`${path}?status=inactive`)).map(({ id }: { id: string }) => id)).toEqual([made.id]);
  expect((await get(`${path}?status=active`)).map(({ name }: { name: string }) => name)).toEqual(['Default']);
  const changed = server.counts.keysChanged;
  expect((await send('DELETE', `${path}${made.id}/`)).status).toBe(204);
  expect((await send('DELETE', `${path}${made.id}/`)).status).toBe(404);
  expect((await get(`${path}?status=inactive`)).length).toBe(0);
  expect(server.counts.keysChanged).toBe(changed + 1);
});

test('a team gets projects and members, is renamed and is deleted', async () => {
  const { body: team } = await send('POST', '/organizations/acme/teams/', { name: 'Web Shop' });
  expect(team).toMatchObject({ slug: 'web-shop', projects: [], memberCount: 0, isMember: false });
  const { body: project } = await send('POST', '/teams/acme/web-shop/projects/', { name: 'Made', platform: 'node' });
  expect(project).toMatchObject({ slug: 'made', team: { slug: 'web-shop' }, teams: [{ slug: 'web-shop' }] });
  expect((await send('POST', '/projects/acme/blog/teams/web-shop/')).status).toBe(201);
  const slugs = async (path: string) => (await get(path)).map(({ slug }: { slug: string }) => slug);
  expect(await slugs('/teams/acme/web-shop/projects/')).toEqual(['blog', 'made']);
  expect(await slugs('/projects/acme/blog/teams/')).toEqual(['web-shop']);
  expect(await slugs('/organizations/acme/projects/?query=team:web-shop')).toEqual(['blog', 'made']);
  expect((await send('DELETE', '/projects/acme/blog/teams/web-shop/')).body.teams).toEqual([]);
  expect(await send('POST', '/projects/acme/blog/teams/nowhere/')).toEqual(refusal(404, 'Team not found'));

  expect((await send('POST', '/organizations/acme/members/me/teams/web-shop/')).body.memberCount).toBe(1);
  expect(await get('/teams/acme/web-shop/members/')).toMatchObject([{ id: String(owner.userId), orgRole: 'owner' }]);
  expect(await get('/organizations/acme/members/me/teams/web-shop/')).toEqual({
    isActive: true,
    teamRole: 'contributor',
  });
  const admin = { teamRole: 'admin' };
  expect(await send('PUT', '/organizations/acme/members/me/teams/web-shop/', admin)).toEqual(
    refusal(400, 'teamRole: '),
  );
  await send('DELETE', '/organizations/acme/members/me/teams/web-shop/');
  expect((await send('GET', '/organizations/acme/members/me/teams/web-shop/')).status).toBe(404);

  const renamed = await send('PUT', `/teams/acme/${team.id}/`, { slug: 'web', name: 'The web' });
  expect(renamed.body).toMatchObject({ id: team.id, slug: 'web', name: 'The web', projects: [{ slug: 'made' }] });
  expect((await send('PUT', '/teams/acme/web/', { slug: 'owners' })).status).toBe(409);
  expect((await send('DELETE', '/teams/acme/web/')).status).toBe(204);
  expect((await send('GET', '/teams/acme/web/')).status).toBe(404);
  expect((await get('/projects/acme/made/')).teams).toEqual([]);
});

describe('a member', () => {
  test('is invited without a link, is found by the address before and after, and is removed', async () => {
    const { body } = await send('POST', '/organizations/acme/members/', { email: 'Ann@example.com', role: 'viewer' });
    expect(body).toMatchObject({ id: 'Ann@example.com', pending: true, expired: false, orgRole: 'viewer', user: null });
    expect(JSON.stringify(body)).not.toMatch(/invitation|link":/);
    const path = '/organizations/acme/members/ann@example.com/';
    expect(await get(path)).toMatchObject({ pending: true, teamRoleList: [{ id: 'contributor' }] });
    expect(await send('PUT', path, { orgRole: 'member' })).toEqual(refusal(409, 'has not joined yet'));
    const { link } = await server.command.invite(owner, 'acme', { email: 'ann@example.com', role: 'viewer' });
    const visit = { address: null, userAgent: '' };
    await server.command.signUpByInvitation(link, { name: 'Ann', password: 'correct horse' }, visit);
    const joined = await get(path);
    expect(joined).toMatchObject({ pending: false, name: 'Ann', user: { email: 'ann@example.com' }, teams: [] });
    expect(joined.id).toBe(joined.user.id);

    const change = { orgRole: 'member', teamRoles: [{ teamSlug: 'owners', role: null }] };
    expect((await send('PUT', path, change)).body).toMatchObject({ orgRole: 'member', teams: ['owners'] });
    expect((await send('PUT', path, { teamRoles: [] })).body).toMatchObject({ orgRole: 'member', teams: [] });
    const unknown = { orgRole: 'viewer', teamRoles: [{ teamSlug: 'nowhere', role: null }] };
    expect(await send('PUT', path, unknown)).toEqual(refusal(400, 'Unknown team nowhere'));
    expect((await get(path)).orgRole).toBe('member');
    expect(await send('PUT', path, { orgRole: 'member', role: 'viewer' })).toEqual(refusal(400, 'mean the same'));
    expect((await send('DELETE', path)).status).toBe(204);
    expect((await send('GET', path)).status).toBe(404);
  });

  test('an invitation is withdrawn', async () => {
    await send('POST', '/organizations/acme/members/', { email: 'bob@example.com' });
    expect(await server.query.invitations(owner, 'acme')).toMatchObject([{ email: 'bob@example.com', role: 'member' }]);
    expect((await send('DELETE', '/organizations/acme/members/bob@example.com/')).status).toBe(204);
    expect(await server.query.invitations(owner, 'acme')).toEqual([]);
  });
});

test('an organization is returned in full, renamed, and not deleted while it has a project', async () => {
  const before = await get('/organizations/acme/');
  expect(before).toMatchObject({ role: 'owner', requireEmailVerification: false, openMembership: false });
  expect(before.orgRoleList.map(({ id }: { id: string }) => id)).toEqual([
    'support',
    'viewer',
    'member',
    'admin',
    'owner',
  ]);
  expect(before.teamRoleList).toMatchObject([{ id: 'contributor', isAllowed: true }]);
  const same = { openMembership: false, sensitiveFields: [], name: 'Acme' };
  expect((await send('PUT', '/organizations/acme/', same)).body).toEqual({ ...before, name: 'Acme' });
  expect(await send('PUT', '/organizations/acme/', { require2FA: true })).toEqual(refusal(400, 'require2FA: '));
  expect((await send('DELETE', '/organizations/acme/')).status).toBe(409);
  await server.state.write(async (tx) => {
    const organizationId = await tx.createOrganization({ slug: 'empty', name: 'Empty', createdAtMs: 1 });
    await tx.setMembership({ organizationId, userId: owner.userId as never, role: 'owner' });
  });
  expect((await send('DELETE', '/organizations/empty/')).status).toBe(204);
  expect((await send('GET', '/organizations/empty/')).status).toBe(404);
});

test.each([
  ['/organizations/', 'acm', ['acme']],
  ['/organizations/', 'slug:acm', []],
  ['/organizations/acme/projects/', 'BLO', ['blog']],
  ['/projects/', 'slug:shop platform:node', ['shop']],
  ['/organizations/acme/teams/', 'own', ['owners']],
  ['/organizations/acme/members/', 'role:owner', [undefined]],
  ['/organizations/acme/members/', 'role:support', []],
])('%s is searched for "%s"', async (path, query, slugs) => {
  const found = (await get(`${path}?query=${encodeURIComponent(query)}`)) as { slug?: string }[];
  expect(found.map(({ slug }) => slug)).toEqual(slugs);
  expect(await send('GET', `${path}?query=color:red`)).toEqual(refusal(400, 'Unknown search key "color"'));
});

test.each([
  ['shop-api@11.0.0', 'shop-api', '11.0.0', { major: 11, minor: 0, patch: 0, pre: null, buildCode: null }],
  ['app@1.2.3-rc.1+77', 'app', '1.2.3-rc.1 (77)', { major: 1, minor: 2, patch: 3, pre: 'rc.1', buildCode: '77' }],
  ['2.5', null, '2.5', { major: 2, minor: 5, components: 2 }],
  ['web@0123456789abcdef0123', 'web', '0123456789ab', { raw: '0123456789abcdef0123' }],
])('a release %s is taken apart', async (version, name, short, parts) => {
  await send('POST', '/organizations/acme/releases/', { version, projects: ['shop'] });
  expect(await get(`/organizations/acme/releases/${encodeURIComponent(version)}/`)).toMatchObject({
    shortVersion: version,
    versionInfo: { package: name, version: parts, description: short },
  });
});
