import { randomBytes } from 'node:crypto';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { limits } from '@seismo/protocol';
import { withSharedReads } from '#platform/page-scope.ts';
import type { Viewer } from '#domain/permissions/viewer.ts';
import { openTestServer, type TestServer } from '../testing/test-server.ts';
import { hashSecret } from './accounts/session.ts';
import type { FeedbackFilter } from './feedback/views.ts';
import type { IssueFilter } from './issues/views.ts';
import type { ReleaseFilter } from './releases/views.ts';

let reads: string[] = [];
const { prepare } = DatabaseSync.prototype;
/** Records every SELECT on the state store. */
DatabaseSync.prototype.prepare = function (this: DatabaseSync, sql: string) {
  const statement = prepare.call(this, sql);
  if (!this.location()?.endsWith('state.db') || !/^\s*(select|with)\b/i.test(sql)) return statement;
  const { all } = statement;
  statement.all = ((...values: Parameters<typeof all>) => {
    reads.push(sql);
    return all.apply(statement, values);
  }) as typeof all;
  return statement;
};

const PROJECTS = ['shop', 'api', 'app', 'site'];
const cookie = randomBytes(32).toString('base64url');
const environments: string[] = [];
const range = '14d' as const;
const issueFilter: IssueFilter = {
  projects: [],
  environments,
  range,
  query: 'is:unresolved',
  sort: 'last-seen',
  cursor: null,
  count: 25,
};
const releaseFilter: ReleaseFilter = {
  projects: [],
  environments,
  health: true,
  status: 'open',
  text: '',
  cursor: null,
  count: 25,
};
const [base, head] = ['shop@1.0.0', 'shop@1.1.0'];

const server = await openTestServer();
const organizationId = await server.organization('acme');
const owner = await server.user(organizationId, 'owner');
const others = [await server.user(organizationId, 'member'), await server.user(organizationId, 'admin')];
const atMs = server.clock.now();
for (const slug of PROJECTS) {
  const project = await server.command.createProject(owner, { slug, name: slug, platform: 'javascript' });
  for (const release of ['shop@1.0.0', 'shop@1.1.0', 'shop@1.2.0']) {
    for (const hash of ['a', 'b', 'c'])
      await server.report(project, `${slug} ${hash}`, { release, environment: 'staging', atMs: atMs - 3_600_000 });
  }
}
const { issues } = await server.query.listIssues(owner, { ...issueFilter, projects: ['shop'] });
const shortIds = issues.map(({ shortId }) => shortId);
for (const person of [owner, ...others]) await server.command.addComment(person, shortIds[0]!, 'Seen.');
await server.state.write(async (tx) => {
  await tx.setSetting('own-project-id', '1');
  await tx.createSession({
    hash: hashSecret(cookie),
    userId: owner.userId,
    method: 'password',
    organizationId: null,
    userAgent: '',
    address: null,
    createdAtMs: atMs,
    expiresAtMs: atMs + 1_000_000,
  });
  const teamId = await tx.createTeam({ organizationId, slug: 'web', name: 'Web', createdAtMs: atMs });
  await tx.setTeamMember(teamId, owner.userId, true);
});
const feedbackFilter: FeedbackFilter = {
  projects: [],
  environments,
  range,
  status: 'open',
  text: '',
  issue: null,
  cursor: null,
  count: 25,
};

type Calls = (viewer: Viewer, query: TestServer['query']) => Promise<unknown>[];

/** The queries of each page of the dashboard, without those of the shell. */
const pages: Record<string, Calls> = {
  'error codes, help, settings, new project': () => [],
  issues: (viewer, query) => [
    query.environments(viewer, []),
    query.activeSpikes(viewer),
    query.savedSearches(viewer),
    query.assignees(viewer, null),
    query.listIssues(viewer, issueFilter),
  ],
  issue: (viewer, query) => [
    query.issue(viewer, shortIds[0]!),
    query.assignees(viewer, shortIds[0]!),
    query.event(viewer, shortIds[0]!, 'latest'),
    query.tagRates(viewer, shortIds[0]!, '14d'),
    query.tags(viewer, shortIds[0]!),
    query.suspectCommits(viewer, shortIds[0]!),
    query.issueFrequency(viewer, shortIds[0]!, { query: '', environments, range }),
    query.issueEnvironments(viewer, shortIds[0]!),
    query.hashes(viewer, shortIds[0]!),
    query.similarIssues(viewer, shortIds[0]!),
    query.previewRegroupBySourceMap(viewer, shortIds[0]!),
  ],
  'compare issues': (viewer, query) => [
    Promise.all(shortIds.slice(0, 2).map((shortId) => query.event(viewer, shortId, 'latest'))).then(([one, other]) =>
      query.compareGrouping(viewer, shortIds[0]!, one!.eventId, other!.eventId),
    ),
  ],
  projects: (viewer, query) => [query.projectCards(viewer, { environments, range })],
  'project home': (viewer, query) => {
    const filter = { ...issueFilter, projects: ['shop'], count: 5 };
    return [
      query.project(viewer, 'shop'),
      query.environments(viewer, ['shop']),
      query.projectStats(viewer, 'shop', { environments, range }),
      query.projectSetUp(viewer, 'shop'),
      query.releaseHealthSummary(viewer, 'shop'),
      query.unresolvedSummary(viewer, 'shop'),
      query.listIssues(viewer, { ...filter, query: 'is:unresolved firstSeen:-14d', sort: 'events' }),
      query.listIssues(viewer, { ...filter, query: 'is:unresolved firstSeen:+14d', sort: 'trends' }),
    ];
  },
  start: (viewer, query) => [
    query.project(viewer, 'shop'),
    query.listIssues(viewer, { ...issueFilter, projects: ['shop'], query: '', count: 1 }),
  ],
  releases: (viewer, query) => [query.environments(viewer, []), query.releases(viewer, releaseFilter)],
  release: (viewer, query) => [
    query.release(viewer, head!, { environments, health: false }),
    query.release(viewer, head!, { environments, health: true }),
    query.environments(viewer, PROJECTS),
    query.releaseAdoption(viewer, head!, { environments, range }),
    query.releaseEnvironments(viewer, head!),
    query.releaseIssues(viewer, head!, { kind: 'new', environments, cursor: null, count: 25 }),
    query.releaseCommits(viewer, head!),
    query.releaseDeploys(viewer, head!),
    ...PROJECTS.map((slug) => query.releaseFiles(viewer, slug, head!)),
  ],
  'compare releases': (viewer, query) => [
    query.releases(viewer, { ...releaseFilter, health: false, status: null, count: 100 }),
    query.environments(viewer, []),
    query.releaseComparison(viewer, base!, head!, { environments }),
    query.comparedIssues(viewer, base!, head!, { environments, kind: 'both', cursor: null, count: 25 } as never),
    query.commitsBetween(viewer, base!, head!),
  ],
  feedback: (viewer, query) => [query.environments(viewer, []), query.listFeedback(viewer, feedbackFilter)],
  stats: (viewer, query) => [query.activeSpikes(viewer), query.outcomes(viewer, [], range)],
  account: (viewer, query) => [query.sessions(viewer, cookie), query.secondFactor(viewer), query.connections(viewer)],
  'audit log': (viewer, query) => [
    query.members(viewer, 'acme'),
    query.auditLog(viewer, 'acme', { userId: null, action: null, cursor: null, count: 25 } as never),
  ],
  members: (viewer, query) => [query.members(viewer, 'acme'), query.invitations(viewer, 'acme')],
  'sign-on': (viewer, query) => [query.identityProvider(viewer, 'acme')],
  teams: (viewer, query) => [query.teams(viewer), query.members(viewer, '1')],
  tokens: (viewer, query) => [query.apiTokens(viewer)],
  'project settings: general': (viewer, query) => [
    query.project(viewer, 'shop'),
    query.keys(viewer, 'shop'),
    query.keyUsage(viewer, 'shop', range),
  ],
  'project settings: limits': (viewer, query) => [
    query.project(viewer, 'shop'),
    query.configuration(viewer, 'shop', 'limits'),
    query.configurationHistory(viewer, 'shop', 'limits'),
    query.spikeStatus(viewer, 'shop'),
    query.dayUsage(viewer, 'shop'),
    query.keys(viewer, 'shop'),
  ],
  'project settings: ownership': (viewer, query) => [
    query.project(viewer, 'shop'),
    query.configuration(viewer, 'shop', 'ownership'),
    query.configurationHistory(viewer, 'shop', 'ownership'),
    query.previewOwnership(viewer, 'shop', ''),
  ],
  'project settings: source maps': (viewer, query) => [
    query.project(viewer, 'shop'),
    query.sourceMapCheck(viewer, 'shop'),
    query.uploads(viewer, 'shop', { cursor: null, count: 25 }),
  ],
};

test.for(Object.entries(pages))('a page reads the state store rarely: %s', async ([page, calls]) => {
  const { query } = server;
  reads = [];
  await withSharedReads(async () => {
    const viewer = await query.viewerOfSession(cookie, null);
    expect(viewer.userId).not.toBeNull();
    await Promise.all([query.me(viewer), query.listProjects(viewer), query.ownDsn(), ...calls(viewer, query)]);
  });
  expect(reads.length, `${page}: ${reads.length} reads\n${reads.join('\n')}`).toBeLessThanOrEqual(
    limits.STATE_READS_PER_PAGE_MAX,
  );
});
