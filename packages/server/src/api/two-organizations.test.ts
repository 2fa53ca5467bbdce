import { createHash, randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { EventId, OrganizationId } from '@seismo/protocol';
import type { MetricCondition } from '#domain/alerts/conditions.ts';
import { hashSecret } from '#query/accounts/session.ts';
import { scopes, type Scope, type Viewer } from '#domain/permissions/viewer.ts';
import { span, spanIdOf } from '#store/telemetry/sample-rows.ts';
import { openApi } from '../testing/api.ts';
import { hashOf, openTestServer, type TestServer } from '../testing/test-server.ts';
import { listRoutes } from './api.ts';
import type { Route } from './router.ts';

/** Names in paths and bodies of one organization. Slugs, short IDs and versions are the same in both. */
interface Names {
  org: string;
  id: OrganizationId;
  project: number;
  issueId: string;
  event: EventId;
  attachment: string;
  hash: string;
  member: number;
  comment: number;
  share: number;
  search: number;
  feedback: number;
  key: number;
  file: number;
  rule: number;
  metric: number;
}

const traceId = 'ab'.repeat(16);

/** Texts in the data of an organization, which must not appear in answers of the other. */
const only = (org: string) => `only-in-${org}`;

const ownerOf = (id: OrganizationId): Viewer => ({
  userId,
  memberships: [{ organizationId: id, role: 'owner' }],
  scopes: null,
  boundTo: null,
});

async function filled(org: string, id: OrganizationId): Promise<Names> {
  const { command, query } = server;
  const viewer = ownerOf(id);
  const { userId: member } = await server.user(id, 'member');
  const project = await command.createProject(viewer, { slug: 'shop', name: only(org), platform: 'node' });
  const details = { value: only(org), tags: { browser: only(org) }, digest: '4711' };
  const [event] = await server.report(project, 'a', { ...details, count: 3 });
  await server.report(project, 'b', details);
  await server.sendFeedback(project, 'f', { message: only(org), about: event! });
  const attachment = { type: 'attachment', filename: `${only(org)}.txt`, content_type: 'text/plain' };
  await server.sendItem(project, attachment, only(org), { eventId: event });
  await command.createRelease(viewer, { version: '1.0', projects: ['shop'], url: `https://${only(org)}.example` });
  await command.createTeam(viewer, { slug: 'web', name: only(org) });
  const file = {
    project: 'shop',
    version: '1.0',
    name: '~/app.js',
    dist: '',
    mapReference: '',
    body: Buffer.from(org),
  };
  // Both organizations have a part of the trace.
  const nowMs = server.clock.now();
  const row = {
    organizationId: id,
    projectId: project.id,
    traceId,
    name: only(org),
    attributes: `{"s:${only(org)}":""}`,
  };
  await server.addRows({ spans: [span(1, { ...row, startUs: nowMs * 1000, receivedAtMs: nowMs })] });
  const condition: MetricCondition = {
    kind: 'metric',
    metric: 'events',
    windowMs: 300_000,
    comparison: 'value',
    direction: 'above',
    critical: 100,
    warning: null,
    resolve: null,
    firesWithoutData: false,
    reportsEnd: true,
    reminderMs: null,
  };
  const { issue } = await query.issue(viewer, 'SHOP-1');
  const anything = { projects: [], environments: [], range: null, text: '', issue: null, status: null, cursor: null };
  const search = {
    list: 'issues' as const,
    name: only(org),
    query: 'is:unresolved',
    sort: 'events' as const,
    shared: true,
  };
  return {
    org,
    id,
    project: project.id,
    issueId: String(issue.id),
    event: event!,
    attachment: (await query.attachments(viewer, 'shop', event!)).attachments[0]!.id,
    hash: hashOf('a'),
    member,
    comment: (await command.addComment(viewer, 'SHOP-1', only(org))).id,
    share: (await command.createShareLink(viewer, 'SHOP-1', { eventId: event!, days: 7 })).id,
    search: (await command.saveSearch(viewer, null, search)).id,
    feedback: (await query.listFeedback(viewer, { ...anything, count: 1 })).feedback[0]!.id,
    key: (await query.keys(viewer, 'shop'))[0]!.id,
    file: (await command.putReleaseFile(viewer, file)).id,
    rule: await command.createAlertRule(viewer, 'shop', { name: only(org), trigger: 'new-issue' }),
    metric: await command.createAlertRule(viewer, 'shop', { name: only(org), trigger: 'metric', condition }),
  };
}

/** Puts the numbers and the organization into a path. Names that both organizations use stay as they are. */
function urlOf({ method, path }: Route, of: Names): string {
  const named: Record<string, string | number> = {
    org: of.org,
    project: 'shop',
    issue: path.startsWith('/issues/') ? of.issueId : 'SHOP-1',
    shortId: 'SHOP-1',
    event: of.event,
    key: path.includes('/keys/') ? of.key : 'browser',
    team: 'web',
    member: of.member,
    id: /\/(comments|notes)/.test(path)
      ? of.comment
      : path.includes('/shares')
        ? of.share
        : path.includes('/searches')
          ? of.search
          : of.feedback,
    version: '1.0',
    other: '1.0',
    file: of.file,
    rule: /\/(detectors|alert-rules)\//.test(path) ? of.metric : of.rule,
    environment: 'production',
    filter: 'localhost',
    code: '4711',
    attachment: of.attachment,
    trace: traceId,
    span: spanIdOf(1),
  };
  const url = path.replaceAll(/:(\w+)/g, (_all, name: string) => {
    if (!(name in named)) throw new Error(`${path}: say what :${name} is`);
    return encodeURIComponent(String(named[name]));
  });
  const query = queries[`${method} ${path}`] ?? queries[`${method} …${path.slice(path.lastIndexOf('/'))}`];
  return `http://seismo.test:8300/api/0${url}${query ? `?${query(of)}` : ''}`;
}

const queries: Record<string, (of: Names) => string> = {
  'GET /organizations/:org/events': () => 'field=title',
  'GET /projects/:org/:project/trace-items/:span': () => `trace_id=${traceId}`,
  'GET /organizations/:org/trace-items/attributes': () => 'itemType=spans',
  'POST /organizations/:org/trace-items/attributes/validate': () => 'itemType=spans',
  'GET /organizations/:org/stats_v2': () => 'field=sum(quantity)&category=error',
  'GET /organizations/:org/events-dropped': () => 'dataset=errors',
  'GET /organizations/:org/sessions': () => 'field=sum(session)',
  'DELETE …/hashes': ({ hash }) => `id=${hash}`,
  'DELETE …/artifact-bundles': () => `bundleId=${Buffer.from('[1,"1.0",""]').toString('base64url')}`,
  'DELETE …/source-maps': () => 'name=1.0',
};

let made = 0;
const form = (name: string, filename: string, body: string) => {
  const all = new FormData();
  all.append(name, new Blob([body]), filename);
  return all;
};
const sha1 = (text: string) => createHash('sha1').update(text).digest('hex');

/** Valid bodies, by the end of the path. Names that must be new are. */
const bodies: [RegExp, () => object][] = [
  [/^PUT .*\/members\/:member$/, () => ({ orgRole: 'viewer' })],
  [/^POST .*\/members$/, () => ({ email: `new-${++made}@example.com` })],
  [/^(POST|PUT) .*\/members\/:member\/teams\/:team$/, () => ({})],
  [/^PUT \/organizations\/:org$/, () => ({ allowSharedIssues: true })],
  [/^POST .*\/end-users\//, () => ({ identifiers: [{ kind: 'email', value: 'ada@example.com' }], projects: ['shop'] })],
  [/^POST .*\/attributes\/validate$/, () => ({ attributes: ['span.op'] })],
  [/^POST .*\/teams$/, () => ({ slug: `team-${++made}` })],
  [/^PUT \/teams\/:org\/:team$/, () => ({ name: `Team ${++made}` })],
  [/^POST .*\/projects\/:org\/:project\/teams\/:team$/, () => ({})],
  [/^PUT .*\/ownership$/, () => ({ raw: `path:${++made}/* #web` })],
  [/^(POST|DELETE) .*\/spike-protections$/, () => ({ projects: ['shop'] })],
  [/^POST .*\/projects$/, () => ({ name: `Project ${++made}` })],
  [/^PUT \/projects\/:org\/:project$/, () => ({ name: 'Shop', sensitiveFields: [`field-${++made}`] })],
  [/^PUT .*\/environments\/:environment$/, () => ({ isHidden: ++made % 2 === 0 })],
  [/^PUT .*\/issues$/, () => ({ priority: ++made % 2 ? 'low' : 'high', isBookmarked: made % 2 === 0 })],
  [/^PUT .*\/issues\/:issue$/, () => ({ priority: ++made % 2 ? 'low' : 'high', isBookmarked: made % 2 === 0 })],
  [/^(POST|PUT) .*\/(comments|notes)(\/:id)?$/, () => ({ text: `Comment ${++made}` })],
  [/^POST .*\/shares$/, () => ({ event: acme.event, days: 7 })],
  [/^(POST|PUT) .*\/keys(\/:key)?$/, () => ({ name: `Key ${++made}` })],
  [/^PUT .*\/filters\/:filter$/, () => ({ active: ++made % 2 === 0 })],
  [/^PUT .*\/user-feedback\/:id$/, () => ({ status: ++made % 2 ? 'done' : 'open' })],
  [/^(POST|PUT) .*\/searches(\/:id)?$/, () => ({ name: `Search ${++made}`, query: '', visibility: 'organization' })],
  [/^POST .*\/releases$/, () => ({ version: `v${++made}`, projects: ['shop'] })],
  [/^PUT .*\/releases\/:version$/, () => ({ url: `https://example.com/${++made}` })],
  [/^POST .*\/deploys$/, () => ({ environment: 'production' })],
  [/^POST .*\/files$/, () => form('file', 'more.js', `more ${++made}`)],
  [/^PUT .*\/files\/:file$/, () => ({ name: '~/app.js' })],
  [/^POST .*\/chunk-upload$/, () => form('file', sha1('piece'), 'piece')],
  [/^POST .*\/artifactbundle\/assemble$/, () => ({ checksum: sha1('x'), chunks: [sha1('x')], projects: ['shop'] })],
  [/^POST .*\/difs\/assemble$/, () => ({})],
  [/^PUT .*\/(workflows|detectors)\/:rule$/, () => ({ enabled: ++made % 2 === 0 })],
  [/^PUT .*\/rules\/:rule$/, () => ({ name: `Rule ${++made}` })],
  [
    /^POST .*\/rules$/,
    () => ({
      name: `Rule ${++made}`,
      conditions: [{ id: 'sentry.rules.conditions.first_seen_event.FirstSeenEventCondition' }],
      actions: [],
    }),
  ],
  [
    /^POST .*\/workflows$/,
    () => ({
      name: `Alert ${++made}`,
      detectorIds: [String(1_000_000_000_000 + acme.project)],
      triggers: { conditions: [{ type: 'first_seen_event' }] },
      actionFilters: [{ conditions: [], actions: [] }],
    }),
  ],
  [
    /^POST .*\/detectors$/,
    () => ({
      name: `Monitor ${++made}`,
      type: 'metric_issue',
      dataSources: [{ dataset: 'events', aggregate: 'count()', timeWindow: 300 }],
      conditionGroup: { conditions: [{ type: 'gt', comparison: 1, conditionResult: 75 }] },
      config: { detectionType: 'static' },
    }),
  ],
  [/^PUT .*\/limits$/, () => ({ bytesPerDay: 1_000_000_000 + ++made })],
  [
    /^POST .*\/code-mappings\/bulk$/,
    () => ({
      project: 'shop',
      repository: 'https://github.com/acme/shop',
      mappings: [{ stackRoot: `app-${++made}/`, sourceRoot: 'src/' }],
    }),
  ],
];

async function send(route: Route, of: Names, token: string) {
  const body = bodies.find(([path]) => path.test(`${route.method} ${route.path}`))?.[1]();
  const response = await api.request(urlOf(route, of), {
    method: route.method,
    headers: { authorization: `Bearer ${token}` },
    ...(body && { body: body instanceof FormData ? body : JSON.stringify(body) }),
  });
  return { status: response.status, text: await response.text() };
}

async function tokenOf(allowed: readonly Scope[], organizationId: OrganizationId | null = null): Promise<string> {
  const token = `seismo_${randomBytes(32).toString('base64url')}`;
  const facts = { userId, organizationId, label: 'test', scopes: [...allowed], createdAtMs: 1, expiresAtMs: null };
  await server.state.write((tx) => tx.createApiToken({ ...facts, hash: hashSecret(token) }));
  return token;
}

/** Deletions come last, and a project's last of all. */
const order = ['GET', 'POST', 'PUT', 'DELETE'];
const routes = listRoutes()
  .map((route, index) => ({ name: `${route.method} ${route.path}`, index, ...route }))
  .sort((one, other) => {
    const last = (route: Route) => (/^\/(projects\/:org\/:project|.*\/releases\/:version)$/.test(route.path) ? 1 : 0);
    const isGone = (route: Route) => (route.method === 'DELETE' ? last(route) : 0);
    return (
      order.indexOf(one.method) - order.indexOf(other.method) || isGone(one) - isGone(other) || one.index - other.index
    );
  });

const server = await openTestServer();
// The twin is older: code that takes the first match by name finds the twin's.
const [twinId, acmeId] = [await server.organization('twin'), await server.organization('acme')];
const { userId } = await server.user(twinId, 'owner');
await server.state.write((tx) => tx.setMembership({ organizationId: acmeId, userId, role: 'owner' }));
const twin = await filled('twin', twinId);
const acme = await filled('acme', acmeId);
const api = openApi(server);

test('every route that takes a body has one here', () => {
  const bare = routes.filter(
    ({ method, name }) => ['POST', 'PUT'].includes(method) && !bodies.some(([path]) => path.test(name)),
  );
  expect(bare.map(({ name }) => name)).toEqual([]);
});

describe('a viewer who may not read the answer changes nothing', () => {
  let tokens: { scopes: readonly Scope[]; token: string }[];
  beforeAll(async () => {
    const reading = scopes.filter((scope) => scope.endsWith(':read'));
    const sets = [
      ...scopes.map((scope) => [scope]),
      ...reading.map((scope) => scopes.filter((other) => other !== scope)),
    ];
    tokens = await Promise.all(sets.map(async (some) => ({ scopes: some, token: await tokenOf(some) })));
  });

  test.each(routes.filter(({ method }) => ['POST', 'PUT'].includes(method)))(
    '$name',
    async (route) => {
      let before = await server.rowsOf(acme.id);
      for (const { scopes: some, token } of tokens) {
        const { status } = await send(route, acme, token);
        const after = await server.rowsOf(acme.id);
        if (status >= 400) expect(after, some.join(' ')).toEqual(before);
        before = after;
      }
    },
    120_000,
  );

  // There may be no more than a few links to an issue.
  afterAll(async () => {
    const { command, query } = server;
    const owner = ownerOf(acme.id);
    for (const { id } of (await query.shareLinks(owner, 'SHOP-1')).shares)
      if (id !== acme.share) await command.deleteShareLink(owner, 'SHOP-1', id);
  });
});

describe('a token of a session that began at the provider of one organization', () => {
  let token: string;
  beforeEach(async () => {
    token = await tokenOf(scopes, twin.id);
  });

  test.each(routes)('finds nothing of the other: $name', async (route) => {
    const before = await server.rowsOf(acme.id);
    const { status, text } = await send(route, acme, token);
    // Lists contain the remaining objects; named objects do not exist.
    if (/:org|:issue/.test(route.path)) expect(status, text).toBe(404);
    expect(text).not.toContain(only('acme'));
    expect(await server.rowsOf(acme.id)).toEqual(before);
  });
});

test('without an organization, a name that two use matches neither, and a number matches its own', async () => {
  const token = await tokenOf(scopes);
  const get = (issue: string) =>
    api.request(`http://seismo.test:8300/api/0/issues/${issue}/`, { headers: { authorization: `Bearer ${token}` } });
  const named = await get('SHOP-1');
  expect(named.status).toBe(400);
  expect(await named.text()).toContain('Name the organization too');
  expect(await (await get(twin.issueId)).text()).toContain(only('twin'));
});

/** Last, because it deletes objects that others need. */
describe('a token of a user in two organizations', () => {
  let token: string;
  let before: Awaited<ReturnType<TestServer['rowsOf']>>;
  beforeEach(async () => {
    token = await tokenOf(scopes);
    before = await server.rowsOf(twin.id);
    // A file that is put again has another number.
    const files = await server.query.releaseFiles(ownerOf(acme.id), 'shop', '1.0');
    acme.file = files.find(({ url }) => url === '~/app.js')?.id ?? 0;
  });

  test.each(routes.filter(({ path }) => path.includes('/')))('acts on the named organization only', async (route) => {
    const { status, text } = await send(route, acme, token);
    expect(status, text).toBeLessThan(route.method === 'DELETE' ? 500 : 300);
    if (/:org|:issue/.test(route.path)) expect(text).not.toContain(only('twin'));
    expect(await server.rowsOf(twin.id)).toEqual(before);
  });
});
