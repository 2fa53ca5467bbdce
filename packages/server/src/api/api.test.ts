import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { limits } from '@seismo/protocol';
import { scopes, type Scope, type Viewer } from '#domain/permissions/viewer.ts';
import { openApi } from '../testing/api.ts';
import { openTestServer } from '../testing/test-server.ts';
import { createApi } from './api.ts';

const logged: string[] = [];

const server = await openTestServer();
const acme = await server.organization('acme');
const other = await server.organization('other');
const owner = await server.user(acme, 'owner');
const stranger = await server.user(other, 'owner');
const shop = await server.command.createProject(owner, { slug: 'shop', name: 'Shop', platform: 'javascript' });
const theirs = await server.command.createProject(stranger, { slug: 'shop', name: 'Theirs', platform: 'node' });
const events = await server.report(shop, 'pay', { count: 5 });
await server.report(shop, 'warn', { type: '', value: 'slow', level: 'warning', handled: null });
await server.report(theirs, 'secret', { value: 'secret of others' });
const token = await tokenFor(owner, [...scopes]);
const api = openApi(server, (_fields, message) => void logged.push(message));

async function tokenFor(viewer: Viewer, allowed: Scope[]): Promise<string> {
  return (await server.command.createApiToken(viewer, { label: 'test', scopes: allowed, expiresAtMs: null })).token;
}

async function request(path: string, init: { method?: string; body?: unknown; token?: string } = {}) {
  const response = await api.request(`http://seismo.test:8300/api/0${path}`, {
    method: init.method ?? 'GET',
    headers: { authorization: `Bearer ${init.token ?? token}` },
    ...(init.body !== undefined && { body: JSON.stringify(init.body) }),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: text === '' ? null : JSON.parse(text) };
}

describe('the viewer', () => {
  test('is identified only by a token', async () => {
    const { status, body, headers } = await request('/projects/', { token: 'wrong' });
    expect({ status, body }).toEqual({ status: 401, body: { detail: expect.stringContaining('Invalid token') } });
    expect(headers.get('www-authenticate')).toBe('Bearer');
    const cookie = await api.request('/api/0/projects/', { headers: { cookie: 'seismo_session=x' } });
    expect(cookie.status).toBe(401);
    expect((await request('/')).body).toMatchObject({
      version: '0',
      auth: { scopes },
      user: { email: expect.any(String) },
    });
    expect((await request('/auth/')).body).toMatchObject({ id: String(owner.userId) });
    expect(await (await api.request('/api/0/')).json()).toEqual({ version: '0', auth: null, user: null });
  });

  test('may only do what the token allows', async () => {
    const reading = await tokenFor(owner, ['event:read', 'org:read']);
    const { body: issues } = await request('/projects/acme/shop/issues/', { token: reading });
    expect(issues[0].project).toMatchObject({ id: String(shop.id), slug: 'shop' });
    const { status, body } = await request('/issues/SHOP-1/', {
      method: 'PUT',
      body: { status: 'resolved' },
      token: reading,
    });
    expect(status).toBe(403);
    expect(body.detail).toContain('event:write');
  });

  test('sees nothing of other organizations', async () => {
    for (const path of [
      '/organizations/other/',
      '/projects/other/shop/',
      '/projects/other/shop/keys/',
      '/projects/other/shop/issues/',
      '/organizations/other/issues/SHOP-1/',
    ]) {
      expect(await request(path)).toMatchObject({ status: 404, body: { detail: expect.any(String) } });
    }
    expect(JSON.stringify((await request('/organizations/acme/issues/')).body)).not.toContain('secret');
  });
});

test('organizations and projects have the fields that tools need', async () => {
  expect((await request('/organizations/?cursor=')).body).toEqual([
    expect.objectContaining({
      id: expect.any(String),
      slug: 'acme',
      name: 'acme',
      dateCreated: '2026-11-21T12:30:00.000Z',
      isEarlyAdopter: false,
      require2FA: false,
      requireEmailVerification: false,
      links: { organizationUrl: 'http://seismo.test:8300', regionUrl: 'http://seismo.test:8300' },
    }),
  ]);
  expect((await request('/users/me/regions/')).body).toEqual({
    regions: [{ name: 'seismo', url: 'http://seismo.test:8300' }],
  });
  expect((await request('/organizations/acme/')).body.slug).toBe('acme');
  for (const path of ['/projects/', '/organizations/acme/projects/?cursor=']) {
    expect((await request(path)).body).toEqual([
      expect.objectContaining({ id: String(shop.id), slug: 'shop', name: 'Shop', platform: 'javascript' }),
    ]);
  }
  for (const name of ['shop', String(shop.id)]) {
    expect((await request(`/projects/acme/${name}/?collapse=organization`)).body.id).toBe(String(shop.id));
  }
  expect((await request('/projects/acme/shop/environments/')).body).toEqual([
    { id: 'production', name: 'production', isHidden: false },
  ]);
});

test('a project is made, with a slug from its name, and is there only once', async () => {
  const made = await request('/organizations/acme/projects/', { method: 'POST', body: { name: 'My blog (EU)' } });
  expect(made).toMatchObject({ status: 201, body: { slug: 'my-blog-eu', name: 'My blog (EU)', platform: null } });
  const again = await request('/organizations/acme/projects/', { method: 'POST', body: { name: 'My blog EU' } });
  expect(again).toMatchObject({ status: 409, body: { detail: expect.stringContaining('my-blog-eu') } });
  const bad = await request('/organizations/acme/projects/', { method: 'POST', body: { slug: '../x' } });
  expect(bad.status).toBe(400);
});

test('keys are listed, made, limited and switched off', async () => {
  const path = '/projects/acme/shop/keys/';
  const [first] = (await request(path)).body;
  expect(first).toMatchObject({ isActive: true, rateLimit: null, public: expect.stringMatching(/^[0-9a-f]{32}$/) });
  expect(first.dsn.public).toBe(`http://${first.public}@seismo.test:8300/${shop.id}`);
  const { body: made } = await request(path, { method: 'POST', body: { name: 'Mobile' } });
  expect(made.label).toBe('Mobile');
  const change = { isActive: false, rateLimit: { count: 100, window: 60 } };
  expect((await request(`${path}${made.id}/`, { method: 'PUT', body: change })).body).toMatchObject(change);
  expect((await request(`${path}${made.id}/`)).body).toMatchObject(change);
  expect((await request(`${path}${made.id}/`, { method: 'PUT', body: { rateLimit: null } })).body.rateLimit).toBeNull();
  for (const rateLimit of [{ count: 0, window: 60 }, { count: 1 }, 'much']) {
    expect((await request(`${path}${made.id}/`, { method: 'PUT', body: { rateLimit } })).status).toBe(400);
  }
  expect((await request(`${path}99999/`, { method: 'PUT', body: {} })).status).toBe(404);
});

test("inbound filters are listed and switched in Sentry's names", async () => {
  const path = '/projects/acme/shop/filters/';
  const active = async () =>
    Object.fromEntries((await request(path)).body.map((one: { id: string; active: unknown }) => [one.id, one.active]));
  expect(await active()).toMatchObject({ 'browser-extensions': true, localhost: false, 'legacy-browsers': false });
  const put = (filter: string, body: unknown) => request(`${path}${filter}/`, { method: 'PUT', body });
  expect((await put('web-crawlers', { active: false })).status).toBe(204);
  expect((await put('legacy-browsers', { subfilters: ['ie_pre_9', 'safari'] })).status).toBe(204);
  expect(await active()).toMatchObject({ 'web-crawlers': false, 'legacy-browsers': ['safari', 'ie'] });
  expect((await put('legacy-browsers', { active: false })).status).toBe(204);
  expect(await active()).toMatchObject({ 'legacy-browsers': false });
  for (const [filter, body, status] of [
    ['toString', { active: true }, 404],
    ['localhost', {}, 400],
    ['legacy-browsers', { subfilters: ['netscape'] }, 400],
  ] as const) {
    expect((await put(filter, body)).status).toBe(status);
  }
});

test("a project's settings are read and written in Sentry's names", async () => {
  const path = '/projects/acme/shop/';
  expect((await request(path)).body).toMatchObject({
    fingerprintingRules: '',
    scrubIPAddresses: false,
    dataScrubber: true,
  });
  const change = {
    fingerprintingRules: 'error.type:Never -> never',
    sensitiveFields: ['customer_*', ''],
    scrubIPAddresses: true,
    options: { 'filters:error_messages': 'never*\n\nnowhere*' },
  };
  const { status, body } = await request(path, { method: 'PUT', body: change });
  expect(status).toBe(200);
  expect(body).toMatchObject({
    slug: 'shop',
    fingerprintingRules: 'error.type:Never -> never',
    groupingEnhancements: '',
    sensitiveFields: ['customer_*'],
    scrubIPAddresses: true,
    options: { 'filters:error_messages': 'never*\nnowhere*' },
  });
  const bad = await request(path, { method: 'PUT', body: { groupingEnhancements: 'function:x -ap' } });
  expect(bad).toMatchObject({ status: 400, body: { detail: expect.stringContaining('line 1, character 12') } });
});

describe('issues', () => {
  test('are listed with the fields that tools need', async () => {
    const { body, headers } = await request('/projects/acme/shop/issues/?query=&cursor=');
    expect(body).toHaveLength(2);
    expect(body.find(({ shortId }: { shortId: string }) => shortId === 'SHOP-1')).toMatchObject({
      id: expect.any(String),
      title: 'TypeError: x is not a function',
      culprit: 'checkout',
      level: 'error',
      status: 'unresolved',
      count: '5',
      userCount: 1,
      lastSeen: '2026-11-21T12:30:00.004Z',
      permalink: expect.stringMatching(/^http:\/\/seismo\.test:8300\/organizations\/acme\/issues\/\d+\/$/),
      metadata: { type: 'TypeError', value: 'x is not a function' },
      project: { id: String(shop.id), slug: 'shop' },
      isUnhandled: true,
    });
    expect(headers.get('link')).toContain('rel="next"; results="false"');
    expect(headers.get('x-hits')).toBe('2');
  });

  test("take Sentry's parameters", async () => {
    const titles = async (path: string): Promise<string[]> =>
      (await request(path)).body.map(({ shortId }: { shortId: string }) => shortId);
    expect(await titles('/organizations/acme/issues/?query=level:warning')).toEqual(['SHOP-2']);
    expect(await titles(`/organizations/acme/issues/?project=${shop.id}&sort=freq&limit=1`)).toEqual(['SHOP-1']);
    expect(await titles('/organizations/acme/issues/?project=-1&environment=none')).toEqual([]);
    expect(await titles('/organizations/acme/issues/?statsPeriod=3h&groupStatsPeriod=auto')).toHaveLength(2);
    for (const wrong of ['statsPeriod=ever', 'sort=luck', 'limit=x', 'cursor=zzz', 'query=level:red']) {
      const { status, body } = await request(`/organizations/acme/issues/?${wrong}`);
      expect({ wrong, status }).toEqual({ wrong, status: 400 });
      expect(body.detail).not.toBe('');
    }
  });

  test('cover a range from start to end in every route', async () => {
    const time = (start: string, end: string) => new URLSearchParams({ start, end }).toString();
    const reported = time('2026-11-21T12:00:00Z', '2026-11-21T14:00:00+01:00');
    const before = time('2026-11-20', '2026-11-21T12:30:00.000');
    const { body } = await request(`/organizations/acme/issues/?${reported}`);
    expect(body.map(({ shortId, count }: { shortId: string; count: string }) => [shortId, count])).toEqual([
      ['SHOP-1', '5'],
      ['SHOP-2', '1'],
    ]);
    expect(body[0].stats.auto.reduce((sum: number, [, count]: [number, number]) => sum + count, 0)).toBe(5);
    expect((await request(`/organizations/acme/issues/?${before}`)).body).toEqual([]);
    expect((await request(`/organizations/acme/issues/?${before}&statsPeriod=24h`)).body).toHaveLength(2);
    for (const events of ['/projects/acme/shop/events/', '/issues/SHOP-1/events/']) {
      expect((await request(`${events}?${reported}`)).body.length).toBeGreaterThanOrEqual(5);
      expect((await request(`${events}?${before}`)).body).toEqual([]);
    }
  });

  test.each([
    ['start=2026-11-21', 'Add an end'],
    ['end=2026-11-21', 'Add a start'],
    ['start=2026-11-21&end=2026-11-21T00:00:00Z', 'The start must be before the end.'],
    ['start=2026-02-30&end=2026-11-21', 'Invalid start: "2026-02-30"'],
    ['start=2026-11-20&end=yesterday', 'Invalid end: "yesterday". Use a time such as'],
    ['start=2026-11-20&end=2026-11-21T10:00:61Z', 'Invalid end: '],
    ['start=2026-11-20&end=2026-11-21T10:00:00+02:00', '%2B'],
  ])('refuse a time that cannot be: %s', async (query, why) => {
    const paths = ['issues/', 'user-feedback/', 'exports/issues.csv', 'exports/ledger.csv'];
    for (const path of [...paths.map((each) => `/organizations/acme/${each}`), '/projects/acme/shop/events/']) {
      const { status, body } = await request(`${path}?${query}`);
      expect({ path, status, detail: body.detail }).toEqual({
        path,
        status: 400,
        detail: expect.stringContaining(why),
      });
    }
  });

  test('and events are found by a query', async () => {
    const count = async (path: string): Promise<number> => (await request(path)).body.length;
    for (const events of ['/projects/acme/shop/events/', '/organizations/acme/issues/SHOP-2/events/']) {
      expect(await count(`${events}?query=level:warning&statsPeriod=14d`)).toBeGreaterThan(0);
      expect(await count(`${events}?query=level:warning+is:resolved`)).toBe(0);
      expect((await request(`${events}?query=(`)).status).toBe(400);
    }
  });

  test('have saved searches, and tags to search by', async () => {
    const path = '/organizations/acme/searches/';
    const made = await request(path, {
      method: 'POST',
      body: { name: 'Ours', query: 'is:new', visibility: 'organization' },
    });
    expect(made).toMatchObject({ status: 201, body: { name: 'Ours', sort: 'date', visibility: 'organization' } });
    const change = { name: 'Trends', query: '', sort: 'trends' };
    const changed = await request(`${path}${made.body.id}/`, { method: 'PUT', body: change });
    expect(changed.body).toMatchObject({ id: made.body.id, ...change, visibility: 'owner' });
    expect((await request(path)).body).toEqual([changed.body]);
    expect((await request(path, { method: 'POST', body: { name: 'x', query: '(' } })).status).toBe(400);
    expect((await request(`${path}${made.body.id}/`, { method: 'DELETE' })).status).toBe(204);
    expect((await request(`${path}x/`, { method: 'DELETE' })).status).toBe(404);
    const ofFeedback = { list: 'feedback', name: 'Pay', query: 'pay', status: 'open', shared: true } as const;
    const { id } = await server.command.saveSearch(owner, null, ofFeedback);
    expect((await request(path)).body).toEqual([]);
    expect((await request(`${path}${id}/`, { method: 'PUT', body: change })).status).toBe(404);
    expect((await request(`${path}${id}/`, { method: 'DELETE' })).status).toBe(404);

    const [first] = (await request('/projects/acme/shop/tags/')).body;
    expect(first).toMatchObject({ key: 'browser', name: 'browser' });
    expect((await request('/projects/acme/shop/tags/browser/values/?query=fire')).body).toEqual([
      { key: 'browser', name: 'Firefox', value: 'Firefox', count: first.totalValues },
    ]);
  });

  test("are paged through the Link header as Sentry's tools read it", async () => {
    const seen: string[] = [];
    let path: string | null = '/projects/acme/shop/issues/?query=&limit=1';
    while (path !== null) {
      const { body, headers } = await request(path);
      seen.push(...body.map(({ shortId }: { shortId: string }) => shortId));
      const link: string = headers.get('link')!;
      const parts =
        /^<([^>]+)>; rel="previous"; results="false"; cursor="[^"]*", <([^>]+)>; rel="next"; results="(true|false)"; cursor="([^"]*)"$/.exec(
          link,
        );
      expect(parts, link).not.toBeNull();
      path = parts![3] === 'true' ? parts![2]!.slice('http://seismo.test:8300/api/0'.length) : null;
    }
    expect(seen.toSorted()).toEqual(['SHOP-1', 'SHOP-2']);
  });

  test('are found by number and by short ID', async () => {
    const { body } = await request('/organizations/acme/shortids/SHOP-1/?collapse=stats');
    expect(body).toMatchObject({ projectSlug: 'shop', shortId: 'SHOP-1', group: { id: body.groupId } });
    for (const path of [`/issues/${body.groupId}/`, '/issues/shop-1/', '/organizations/acme/issues/SHOP-1/']) {
      expect((await request(path)).body).toMatchObject({ shortId: 'SHOP-1', count: '5' });
    }
    for (const path of ['/issues/999/', '/issues/NO-1/', '/issues/%00/'])
      expect((await request(path)).status).toBe(404);
  });

  test('are resolved one by one, in bulk and by a query', async () => {
    const one = await request('/issues/SHOP-1/', { method: 'PUT', body: { status: 'resolved' } });
    expect(one.body).toMatchObject({ status: 'resolved', activity: [{ type: 'set_resolved' }, expect.anything()] });
    const { id } = one.body;
    const bulk = await request(`/projects/acme/shop/issues/?id=${id}`, {
      method: 'PUT',
      body: { status: 'unresolved', snoozeDuration: null },
    });
    expect(bulk.body).toEqual({ status: 'unresolved', statusDetails: {}, substatus: 'ongoing' });
    await request('/projects/acme/shop/issues/?', { method: 'PUT', body: { status: 'muted' } });
    expect((await request('/projects/acme/shop/issues/?query=is:ignored')).body).toHaveLength(2);
    expect((await request('/projects/acme/shop/issues/')).body).toEqual([]);
    const none = await request('/projects/acme/shop/issues/?query=nothing', {
      method: 'PUT',
      body: { status: 'resolved' },
    });
    expect(none.status).toBe(204);
    await request('/projects/acme/shop/issues/?', { method: 'PUT', body: { status: 'unresolved' } });
    for (const body of [{}, { status: 'done' }, { status: 'resolved', statusDetails: { inRelease: 'no' } }, [], null]) {
      expect((await request(`/issues/${id}/`, { method: 'PUT', body })).status).toBe(400);
    }
    const elsewhere = await request(`/projects/acme/my-blog-eu/issues/?id=${id}`, {
      method: 'PUT',
      body: { status: 'resolved' },
    });
    expect(elsewhere.status).toBe(404);
  });

  test.each([
    [{ status: 'resolved', statusDetails: { inNextRelease: true } }, { statusDetails: { inNextRelease: true } }],
    [{ status: 'resolvedInNextRelease' }, { status: 'resolved', statusDetails: { inNextRelease: true } }],
    [{ status: 'resolved', statusDetails: { inRelease: 'latest' } }, { statusDetails: { inRelease: 'shop@1.0.0' } }],
    [
      { status: 'ignored', statusDetails: { ignoreDuration: 30 } },
      { statusDetails: { ignoreUntil: '2026-11-21T13:00:00.000Z' }, substatus: 'archived_until_condition_met' },
    ],
    [
      { status: 'ignored', statusDetails: { ignoreCount: 10, ignoreWindow: 60 } },
      { statusDetails: { ignoreCount: 10, ignoreWindow: 60 } },
    ],
    [{ status: 'ignored', statusDetails: { ignoreUserCount: 5 } }, { statusDetails: { ignoreUserCount: 5 } }],
    [
      { status: 'ignored', substatus: 'archived_until_condition_met', ignoreCount: 5, ignoreWindow: 60 },
      { statusDetails: { ignoreCount: 5, ignoreWindow: 60 }, substatus: 'archived_until_condition_met' },
    ],
    [
      { status: 'ignored', ignoreDuration: 60 },
      { statusDetails: { ignoreUntil: '2026-11-21T13:30:00.000Z' }, substatus: 'archived_until_condition_met' },
    ],
    [{ status: 'ignored', ignoreUserCount: 7 }, { statusDetails: { ignoreUserCount: 7 } }],
    [
      { status: 'ignored', statusDetails: { ignoreUserCount: 3, ignoreUserWindow: 30 } },
      { statusDetails: { ignoreUserCount: 3, ignoreUserWindow: 30 }, substatus: 'archived_until_condition_met' },
    ],
    [{ substatus: 'archived_forever' }, { status: 'ignored', substatus: 'archived_forever' }],
    [{ status: 'ignored', substatus: 'archived_until_escalating' }, { substatus: 'archived_until_escalating' }],
    [{ status: 'ignored', statusDetails: { untilEscalating: true } }, { substatus: 'archived_until_escalating' }],
    [
      { status: 'resolved', statusDetails: { inCommit: { commit: 'c0ffee1', repository: 'acme/shop' } } },
      { statusDetails: { inCommit: { id: 'c0ffee1' } } },
    ],
    [{ status: 'ignored' }, { status: 'ignored', statusDetails: {}, substatus: 'archived_forever' }],
    [{ status: 'unresolved' }, { status: 'unresolved', statusDetails: {}, substatus: 'ongoing' }],
    [{ priority: 'low' }, { priority: 'low' }],
    [
      { isBookmarked: true, hasSeen: true },
      { isBookmarked: true, hasSeen: true },
    ],
    [{ isSubscribed: false }, { isSubscribed: false, subscriptionDetails: null }],
    [{ isSubscribed: true }, { isSubscribed: true, subscriptionDetails: { reason: 'unknown' } }],
  ])('take %j', async (body, expected) => {
    expect((await request('/issues/SHOP-1/', { method: 'PUT', body })).body).toMatchObject(expected);
    expect((await request('/issues/SHOP-1/')).body).toMatchObject(expected);
  });

  test.each([
    [{ status: 'ignored', substatus: 'archived_until_condition_met' }, 'substatus: archived_until_condition_met needs'],
    [{ status: 'ignored', substatus: 'archived_forever', ignoreCount: 5 }, 'contradicts the condition'],
    [{ status: 'ignored', substatus: 'archived_when_i_say' }, 'substatus: Use one of these substatuses'],
    [{ status: 'ignored', ignoreWindow: 60 }, 'ignoreWindow: Send it together with ignoreCount'],
    [{ status: 'ignored', statusDetails: { ignoreUserWindow: 60 } }, 'ignoreUserWindow: Send it together with'],
    [{ status: 'ignored', ignoreCount: 5, statusDetails: { ignoreUserCount: 5 } }, 'Send one condition'],
    [{ status: 'ignored', ignoreUserCount: 1001, ignoreUserWindow: 60 }, 'ignoreUserCount: Use at most 1000'],
    [{ status: 'ignored', ignoreCount: 0 }, 'ignoreCount:'],
    [{ ignoreCount: 5 }, 'status: Archive conditions require'],
    [{ status: 'resolved', ignoreCount: 5 }, 'ignoreCount: Not possible with the status "resolved"'],
    [{ status: 'ignored', statusDetails: { inNextRelease: true } }, 'inNextRelease: Not possible'],
  ])('refuse %j, which they cannot be', async (body, words) => {
    const before = (await request('/issues/SHOP-1/')).body;
    const { status, body: refusal } = await request('/issues/SHOP-1/', { method: 'PUT', body });
    expect({ status, detail: refusal.detail }).toEqual({ status: 400, detail: expect.stringContaining(words) });
    expect((await request('/issues/SHOP-1/')).body).toEqual(before);
  });

  test('are assigned to users and to teams', async () => {
    const person = (await server.query.assignees(owner, 'SHOP-1')).find((each) => each.kind === 'user')!;
    const team = await request('/organizations/acme/teams/', { method: 'POST', body: { name: 'Web Shop' } });
    expect(team).toMatchObject({ status: 201, body: { slug: 'web-shop', memberCount: 0 } });
    expect((await request('/organizations/acme/teams/')).body).toEqual([team.body]);
    const assign = async (assignedTo: string | null) =>
      (await request('/issues/SHOP-1/', { method: 'PUT', body: { assignedTo } })).body.assignedTo;
    expect(await assign(`user:${person.userId}`)).toMatchObject({ type: 'user', email: person.email });
    expect(await assign(`team:${team.body.id}`)).toEqual({ type: 'team', id: team.body.id, name: 'web-shop' });
    expect(await assign(person.email.toUpperCase())).toMatchObject({ type: 'user', id: String(person.userId) });
    expect(await assign('')).toBeNull();
    expect((await request('/issues/SHOP-1/', { method: 'PUT', body: { assignedTo: 'nobody@here' } })).status).toBe(400);
    const bulk = await request('/organizations/acme/issues/?query=', {
      method: 'PUT',
      body: { assignedTo: '#web-shop' },
    });
    expect(bulk.body).toEqual({ assignedTo: { type: 'team', id: team.body.id, name: 'web-shop' } });
    expect((await request('/organizations/acme/issues/?query=assigned:%23web-shop')).body).toHaveLength(2);
    await request('/organizations/acme/issues/?query=', { method: 'PUT', body: { assignedTo: null } });
    expect((await request('/organizations/acme/issues/?query=is:unassigned')).body).toHaveLength(2);
    const { activity } = (await request('/issues/SHOP-1/activities/')).body;
    expect(activity[1]).toMatchObject({ type: 'assigned', data: { assigneeType: 'team', assignee: team.body.id } });
  });

  test('are subscribed to, each by the user of the token', async () => {
    const path = '/organizations/acme/issues/?query=';
    const bulk = await request(path, { method: 'PUT', body: { isSubscribed: true } });
    const subscribed = { isSubscribed: true, subscriptionDetails: { reason: 'unknown' } };
    expect(bulk).toMatchObject({ status: 200, body: subscribed });
    expect((await request(path)).body).toMatchObject([subscribed, subscribed]);
    const notSubscribed = { isSubscribed: false, subscriptionDetails: null };
    const others = await tokenFor(await server.user(acme, 'viewer'), ['event:read']);
    expect((await request(path, { token: others })).body).toMatchObject([notSubscribed, notSubscribed]);
    const body = { isSubscribed: false };
    expect((await request('/issues/SHOP-1/', { method: 'PUT', body })).body).toMatchObject(notSubscribed);
    expect((await request('/issues/SHOP-2/')).body).toMatchObject(subscribed);
    expect((await request('/issues/SHOP-1/', { method: 'PUT', body: { isSubscribed: 'yes' } })).status).toBe(400);
  });

  test('have comments', async () => {
    const made = await request('/issues/SHOP-1/comments/', { method: 'POST', body: { text: ' A **bold** guess ' } });
    expect(made).toMatchObject({ status: 201, body: { type: 'note', data: { text: 'A **bold** guess' } } });
    const path = `/issues/SHOP-1/comments/${made.body.id}/`;
    const edited = await request(path, { method: 'PUT', body: { text: 'It was the cache' } });
    expect(edited.body).toMatchObject({ id: made.body.id, data: { text: 'It was the cache' } });
    expect((await request('/organizations/acme/issues/SHOP-1/comments/')).body).toEqual([edited.body]);
    expect((await request('/issues/SHOP-1/')).body.numComments).toBe(1);
    expect((await request('/issues/SHOP-2/comments/1/', { method: 'DELETE' })).status).toBe(404);
    expect((await request(path, { method: 'DELETE' })).status).toBe(204);
    for (const wrong of [path, '/issues/SHOP-1/comments/x/', '/issues/SHOP-1/comments/1e99/']) {
      expect((await request(wrong, { method: 'DELETE' })).status).toBe(404);
    }
    expect((await request('/issues/SHOP-1/comments/', { method: 'POST', body: { text: '' } })).status).toBe(400);
  });

  test('have comments that mention members, as the pages of Sentry send them', async () => {
    const member = await server.user(acme, 'member');
    const among = await server.query.assignees(member, 'SHOP-2');
    const { name } = among.find((each) => each.kind === 'user' && each.userId === member.userId)!;
    await request('/issues/SHOP-2/', { method: 'PUT', body: { isSubscribed: false } });
    const body = { text: `**@${name}** knows`, mentions: [`user:${member.userId}`] };
    const made = await request('/issues/SHOP-2/comments/', { method: 'POST', body });
    expect(made).toMatchObject({ status: 201, body: { data: { text: body.text } } });
    const { subscription } = await server.query.issue(member, 'SHOP-2');
    expect(subscription).toEqual({ isSubscribed: true, reason: 'mention' });
    expect((await request('/issues/SHOP-2/')).body).toMatchObject({ isSubscribed: false });
  });

  test('have the values of one tag, and the environments they were seen in', async () => {
    const [tag] = (await request('/issues/SHOP-1/tags/')).body;
    expect((await request(`/issues/SHOP-1/tags/${tag.key}/`)).body).toEqual(tag);
    expect((await request(`/organizations/acme/issues/SHOP-1/tags/${tag.key}/values/`)).body).toEqual(tag.topValues);
    expect((await request('/issues/SHOP-1/tags/nothing/')).status).toBe(404);
    const [environment] = (await request('/issues/SHOP-1/environments/')).body;
    expect(environment).toMatchObject({
      name: expect.any(String),
      count: expect.any(String),
      firstRelease: expect.anything(),
    });
    expect(Date.parse(environment.firstSeen)).toBeLessThanOrEqual(Date.parse(environment.lastSeen));
  });

  test('have tags', async () => {
    const { body } = await request('/issues/SHOP-1/tags/');
    expect(body[0]).toMatchObject({ totalValues: 5, topValues: [{ value: 'Firefox', count: 5 }] });
    const standard = ['browser.name', 'environment', 'handled', 'level', 'mechanism', 'release', 'user'];
    expect(body.map(({ key }: { key: string }) => key)).toEqual(['browser', ...standard]);
  });
});

describe('people', () => {
  test('are listed, change role and are removed', async () => {
    const { userId } = await server.user(owner.memberships[0]!.organizationId, 'member');
    const members = (await request('/organizations/acme/members/')).body as { id: string; orgRole: string }[];
    expect(members.find(({ id }) => id === String(userId))).toMatchObject({ orgRole: 'member', name: 'member' });
    const path = `/organizations/acme/members/${userId}/`;
    expect((await request(path, { method: 'PUT', body: { orgRole: 'king' } })).status).toBe(400);
    expect((await request(path, { method: 'PUT', body: { orgRole: 'viewer' } })).body.orgRole).toBe('viewer');
    expect((await request(path, { method: 'DELETE' })).status).toBe(204);
    expect((await request(path, { method: 'DELETE' })).status).toBe(404);
    const log = (await request('/organizations/acme/audit-logs/?event=member-remove')).body.rows;
    expect(log).toMatchObject([{ event: 'member-remove', note: 'viewer', byToken: true }]);
    expect((await request('/organizations/acme/audit-logs/?event=nothing')).status).toBe(400);
  });
});

describe('events', () => {
  test('are listed newest first, by issue and by project', async () => {
    for (const path of ['/issues/SHOP-1/events/', '/organizations/acme/issues/SHOP-1/events/']) {
      const { body } = await request(path);
      expect(body.map(({ eventID }: { eventID: string }) => eventID)).toEqual(events.toReversed());
    }
    const first = await request('/projects/acme/shop/events/?limit=4');
    const cursor = /rel="next"; results="true"; cursor="([^"]+)"/.exec(first.headers.get('link')!)![1];
    const second = await request(`/projects/acme/shop/events/?limit=4&cursor=${cursor}`);
    expect(new Set([...first.body, ...second.body].map(({ id }) => id)).size).toBe(6);
    expect(first.body[0]).toMatchObject({ user: { id: '1' } });
    expect(first.body[0].tags).toHaveLength(8);
    expect(first.body[0].tags[0]).toEqual({ key: 'browser', value: 'Firefox' });
  });

  test("are given in the shape of Sentry's pages", async () => {
    const { body } = await request('/issues/SHOP-1/events/latest/');
    expect(body).toMatchObject({
      eventID: events.at(-1),
      previousEventID: events.at(-2),
      nextEventID: null,
      title: 'TypeError: x is not a function',
      release: { version: 'shop@1.0.0' },
      user: { id: '1' },
      context: { cart: 3 },
    });
    expect(body.tags).toContainEqual({ key: 'level', value: 'error' });
    const [exception, breadcrumbs] = body.entries;
    expect(exception.data.values[0].stacktrace.frames[0]).toMatchObject({
      function: 'pay',
      lineNo: 7,
      colNo: 3,
      inApp: true,
      context: [
        [5, 'a'],
        [6, 'b'],
        [7, 'x()'],
        [8, 'c'],
      ],
    });
    expect(breadcrumbs.data.values[0]).toMatchObject({ category: 'ui.click' });
    expect((await request('/issues/SHOP-1/events/oldest/')).body.eventID).toBe(events[0]);
    expect((await request(`/issues/SHOP-1/events/${events[2]}/`)).body.eventID).toBe(events[2]);
    expect((await request(`/issues/SHOP-2/events/${events[2]}/`)).status).toBe(404);
  });

  test('are found by ID in a project, as sent, and in the whole organization', async () => {
    const id = events[1]!;
    const dashed = id.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-').toUpperCase();
    expect((await request(`/projects/acme/shop/events/${dashed}/`)).body.eventID).toBe(id);
    const json = await request(`/projects/acme/shop/events/${id}/json/`);
    expect(json.body).toMatchObject({ event_id: id, project: shop.id, exception: { values: [{ type: 'TypeError' }] } });
    expect(json.body.tags).toContainEqual(['browser', 'Firefox']);
    expect((await request(`/organizations/acme/eventids/${id}/`)).body).toMatchObject({
      eventId: id,
      projectSlug: 'shop',
    });
    for (const path of [
      `/projects/acme/shop/events/${'0'.repeat(32)}/`,
      '/projects/acme/shop/events/..%2f/',
      `/organizations/acme/eventids/${'0'.repeat(32)}/`,
    ]) {
      expect((await request(path)).status).toBe(404);
    }
  });
});

test('a release has its health, the status of its issues, and a comparison', async () => {
  const path = '/organizations/acme/releases/shop@1.0.0/';
  expect((await request(path)).body.healthData).toBeUndefined();
  const { body: release } = await request(`${path}?health=1`);
  expect(release.healthData).toMatchObject({ adoptionBasis: 'events', sessionsAdoption: 100, crashFreeSessions: null });
  expect(release.projects[0]).toMatchObject({ hasHealthData: false, healthData: { adoption: 100 }, resolvedGroups: 0 });
  const { body: health } = await request(`${path}health/?statsPeriod=24h`);
  expect(health).toMatchObject({
    adoptionBasis: 'events',
    environments: [{ name: 'production', crashFreeSessions: null }],
  });
  expect(health.series.release).toHaveLength(24);
  const issues = await request(`${path}issues/?kind=new&limit=1`);
  expect(issues.body).toHaveLength(1);
  expect(issues.headers.get('x-hits')).toBe(String(release.newGroups));
  expect((await request(`${path}issues/?kind=old`)).status).toBe(400);
  const { body: same } = await request(`${path}compare/shop@1.0.0/?kind=both&environment=production`);
  expect(same).toMatchObject({ newer: null, issueCounts: { base: 0, head: 0 }, base: { version: 'shop@1.0.0' } });
  expect(same.issues[0]).toMatchObject({ shortId: expect.any(String), baseEvents: expect.any(Number) });
  expect((await request(`${path}compare/none/`)).status).toBe(404);
  expect((await request('/organizations/acme/releases/?environment=nowhere')).body).toEqual([]);
  const building = await tokenFor(owner, ['org:ci']);
  expect((await request(`${path}issues/`, { token: building })).status).toBe(403);
  expect((await request(`${path}health/`, { token: building })).status).toBe(200);
});

test('repositories of all projects are listed once each', async () => {
  const mapping = { host: 'github' as const, stackRoot: '', sourceRoot: '', branch: '' };
  const mappings = [
    { ...mapping, repository: 'https://github.com/acme/shop' },
    { ...mapping, repository: 'https://github.com/acme/shop', stackRoot: 'app://' },
    { ...mapping, repository: 'https://gitlab.acme.test/web/blog', host: 'gitlab' as const },
  ];
  await server.command.saveConfiguration(owner, 'shop', 'source', { mappings }, null);
  const names = async (query: string) =>
    (await request(`/organizations/acme/repos/${query}`)).body.map(({ name }: { name: string }) => name);
  expect(await names('?cursor=')).toEqual(['github.com/acme/shop', 'gitlab.acme.test/web/blog']);
  expect(await names('?query=Shop')).toEqual(['github.com/acme/shop']);
  expect((await request('/organizations/acme/repos/')).body[0]).toMatchObject({ externalSlug: 'acme/shop', url: null });
  const upload = (repository: string, root: object) =>
    request('/organizations/acme/code-mappings/bulk/', {
      method: 'POST',
      body: { project: 'shop', repository, default_branch: 'main', mappings: [root] },
    });
  expect((await upload('acme/shop', { stack_root: 'lib/', source_root: 'src/' })).body).toEqual({
    created: 1,
    updated: 0,
    errors: 0,
    mappings: [{ stackRoot: 'lib/', sourceRoot: 'src/', status: 'created' }],
  });
  expect((await upload('https://gitlab.com/acme/api', { stackRoot: 'lib/', sourceRoot: 'src/' })).body.updated).toBe(1);
  expect(await names('?query=api')).toEqual(['gitlab.com/acme/api']);
  expect(await upload('acme/unheard-of', { stackRoot: '', sourceRoot: '' })).toMatchObject({
    status: 400,
    body: { detail: expect.stringContaining('has a code mapping') },
  });
  const building = await tokenFor(owner, ['org:ci']);
  expect((await request('/organizations/acme/repos/', { token: building })).status).toBe(200);
});

test('environments are hidden and shown again', async () => {
  const path = '/projects/acme/shop/environments/';
  expect((await request(`${path}production/`, { method: 'PUT', body: { isHidden: true } })).body.isHidden).toBe(true);
  expect((await request(path)).body).toEqual([]);
  expect((await request(`${path}?visibility=hidden`)).body).toMatchObject([{ name: 'production', isHidden: true }]);
  expect((await request('/organizations/acme/environments/?project=shop')).body).toEqual([]);
  await request(`${path}production/`, { method: 'PUT', body: { isHidden: false } });
  expect((await request(`${path}production/`)).body).toEqual({ id: 'production', name: 'production', isHidden: false });
  expect((await request(`${path}never/`)).status).toBe(404);
  expect((await request(`${path}never/`, { method: 'PUT', body: { isHidden: true } })).status).toBe(404);
  expect((await request(`${path}?visibility=x`)).status).toBe(400);
  expect((await request('/organizations/acme/environments/')).body).toEqual([{ id: 'production', name: 'production' }]);
});

test('an error code reveals as much as the viewer may see', async () => {
  const tags = { runtime: 'node', route: '/invoice' };
  const [eventId] = await server.report(shop, 'coded', { type: 'InvoiceError', digest: '3131397831', tags });
  const { status, body } = await request('/organizations/acme/error-codes/3131397831/');
  expect(status).toBe(200);
  expect(body).toMatchObject({
    digest: '3131397831',
    issues: [{ title: 'InvoiceError: x is not a function', status: 'unresolved', count: 1, userCount: 1 }],
    events: [{ side: 'server', location: '/invoice', eventID: eventId, user: 'id:1', project: { slug: 'shop' } }],
  });
  expect(body.issues[0].shortId).toMatch(/^SHOP-/);
  const narrow = await tokenFor(owner, ['error-code:read', 'org:read']);
  const answer = (await request('/organizations/acme/error-codes/3131397831/', { token: narrow })).body;
  expect([answer.issues[0].shortId, answer.events[0].eventID, answer.events[0].issue]).toEqual([null, null, null]);
  expect((await request('/organizations/acme/error-codes/1234/')).status).toBe(404);
  const other = await tokenFor(owner, ['event:read', 'org:read']);
  expect((await request('/organizations/acme/error-codes/3131397831/', { token: other })).status).toBe(403);
});

test('every route stands in docs/api.md with an example', async () => {
  const docs = await readFile(new URL('../../../../docs/api.md', import.meta.url), 'utf8');
  const listed = new Set([...docs.matchAll(/^\| `([A-Z]+ \S+)` \|.*\| `api .+` \|$/gm)].map(([, route]) => route));
  const routes = api.routes
    .filter(({ method }) => method !== 'ALL')
    .map(({ method, path }) => `${method} ${path.replace(/\/$/, '')}/`.replaceAll(/:(\w+)/g, '{$1}'))
    .filter((route) => !route.includes('/organizations/{org}/issues/{issue}/'))
    .filter((route) => !route.includes('/projects/{org}/{project}/releases/'));
  expect(routes.length).toBeGreaterThan(20);
  expect(routes.filter((route) => !listed.has(route))).toEqual([]);
  expect([...listed].filter((route) => !routes.includes(route!))).toEqual([]);
});

describe('user feedback', () => {
  test("is listed as Sentry's user feedback, paged, and marked", async () => {
    await server.sendFeedback(shop, 'a', { about: events[0]!, atMs: 1000 });
    await server.sendFeedback(shop, 'b', { atMs: 2000 });
    const path = '/projects/acme/shop/user-feedback/';
    const { body, headers } = await request(`${path}?limit=1`);
    expect(body).toMatchObject([{ comments: expect.stringContaining('(b)'), issue: null, event: null }]);
    expect(headers.get('link')).toContain('rel="next"; results="true"');
    const [first] = (await request(`${path}?issue=SHOP-1`)).body;
    expect(first).toMatchObject({
      eventID: events[0],
      name: 'Ana',
      email: 'ana@example.test',
      dateCreated: '1970-01-01T00:00:01.000Z',
      issue: { shortId: 'SHOP-1', permalink: expect.stringMatching(/\/organizations\/acme\/issues\/\d+\/$/) },
      status: 'open',
      tags: [{ key: 'browser', value: 'Firefox' }],
    });
    const one = `/organizations/acme/user-feedback/${first.id}/`;
    expect((await request(one, { method: 'PUT', body: { status: 'spam' } })).body).toMatchObject({ status: 'spam' });
    expect((await request(one)).body).toMatchObject({ status: 'spam', attachments: [] });
    expect((await request(`${path}?status=spam`)).body).toHaveLength(1);
    expect((await request('/organizations/acme/user-feedback/?status=open')).body).toHaveLength(1);
    expect((await request(`${path}?status=resolved`)).status).toBe(400);
    expect((await request('/organizations/acme/user-feedback/999/')).status).toBe(404);
    expect((await request(one, { method: 'PUT', body: { status: 'gone' } })).status).toBe(400);
    const reading = await tokenFor(owner, ['event:read', 'org:read']);
    expect((await request(one, { method: 'PUT', body: { status: 'done' }, token: reading })).status).toBe(403);
  });
});

describe('an error', () => {
  test('has a JSON body that links to the documentation', async () => {
    expect(await request('/organizations/acme/nothing/')).toMatchObject({
      status: 404,
      body: { detail: expect.stringContaining('docs/api.md') },
    });
    const outside = await api.request('/api/9/');
    expect({ status: outside.status, type: outside.headers.get('content-type') }).toEqual({
      status: 404,
      type: 'application/json',
    });
  });

  test('is a body that is no JSON, or too long', async () => {
    const send = (body: string) =>
      api.request('/api/0/issues/SHOP-1/', { method: 'PUT', body, headers: { authorization: `Bearer ${token}` } });
    expect((await send('{')).status).toBe(400);
    const long = await send(' '.repeat(limits.API_BODY_BYTES_MAX + 1));
    expect(long.status).toBe(413);
    expect(await long.json()).toEqual({ detail: expect.stringContaining('1048576') });
  });

  test('of the server itself is logged, and no internals are returned', async () => {
    const broken = createApi({
      query: { ...server.query, listProjects: () => Promise.reject(new Error('disk I/O at /secret/path')) },
      command: server.command,
      version: '0.1.0',
      publicUrl: '',
      log: { error: (_fields, message) => void logged.push(message) },
    });
    const response = await broken.request('/api/0/projects/', { headers: { authorization: `Bearer ${token}` } });
    expect(response.status).toBe(500);
    expect(await response.text()).not.toContain('secret');
    expect(logged).toEqual(['an API request failed']);
  });
});

describe('exports and deletions', () => {
  const file = (path: string) =>
    api.request(`http://seismo.test:8300/api/0${path}`, { headers: { authorization: `Bearer ${token}` } });

  test('exported lists hold only what the token may see', async () => {
    const csv = await file('/organizations/acme/exports/issues.csv?query=&project=shop');
    expect(csv.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(csv.headers.get('content-disposition')).toBe('attachment; filename="issues.csv"');
    const text = await csv.text();
    expect(text).toContain('SHOP-1,shop,');
    expect(text).not.toContain('secret of others');
    expect(text.trimEnd().split('\r\n')).toHaveLength(1 + Number(csv.headers.get('x-hits')));
    const events = await (await file('/organizations/acme/exports/issues/SHOP-1/events.ndjson')).text();
    expect(events.trimEnd().split('\n')).toHaveLength(5);
    expect((await file('/organizations/acme/exports/issues.csv?query=is:')).status).toBe(400);
    expect((await file('/organizations/other/exports/issues.csv')).status).toBe(404);
    expect(await (await file('/organizations/acme/exports/audit-log.csv?event=project-create')).text()).toContain(
      'shop',
    );
    expect(await (await file('/organizations/acme/exports/ledger.csv')).text()).toMatch(/^since,kind,outcome/);
  });

  test('a project is renamed and deleted, an issue deleted', async () => {
    await request('/organizations/acme/projects/', { method: 'POST', body: { slug: 'old', platform: 'node' } });
    const renamed = await request('/projects/acme/old/', { method: 'PUT', body: { name: 'Older', slug: 'older' } });
    expect(renamed).toMatchObject({ status: 200, body: { slug: 'older', name: 'Older', platform: 'node' } });
    expect((await request('/projects/acme/older/', { method: 'DELETE' })).status).toBe(204);
    expect((await request('/issues/SHOP-2/', { method: 'DELETE' })).status).toBe(202);
    expect((await request('/issues/NONE-1/', { method: 'DELETE' })).status).toBe(404);
    const kinds = (await server.journal.read({ entriesMax: 100, bytesMax: 1e6 })).map(({ kind }) => kind);
    expect(kinds.slice(-2)).toEqual(['delete', 'delete']);
  });
});

test('links for people without an account are made, listed and ended', async () => {
  const body = { event: events[0], days: 7 };
  const { status, body: made } = await request('/organizations/acme/issues/SHOP-1/shares/', { method: 'POST', body });
  expect({ status, made }).toEqual({
    status: 201,
    made: { id: expect.any(String), url: expect.stringContaining('/shared/'), dateExpires: expect.any(String) },
  });
  expect((await request('/issues/SHOP-1/shares/')).body).toMatchObject([{ id: made.id, eventID: events[0] }]);
  const reading = await tokenFor(owner, ['event:read']);
  expect((await request('/issues/SHOP-1/shares/', { method: 'POST', body, token: reading })).status).toBe(403);
  expect((await request(`/issues/SHOP-1/shares/${made.id}/`, { method: 'DELETE', token: reading })).status).toBe(403);
  expect((await request('/issues/SHOP-1/shares/', { token: reading })).body).toEqual([]);
  expect((await request(`/issues/SHOP-1/shares/${made.id}/`, { method: 'DELETE' })).status).toBe(204);
  expect((await request('/issues/SHOP-1/shares/')).body).toEqual([]);
});
