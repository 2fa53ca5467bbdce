import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { EventId, IssueId, OrganizationId } from '@seismo/protocol';
import { defaultFilters } from '#domain/configuration/documents.ts';
import { permissions, rolesWith, type PermissionName } from '#domain/permissions/permissions.ts';
import {
  anonymous,
  readsReleases,
  readsSources,
  writesReleases,
  type Permission,
  type Viewer,
} from '#domain/permissions/viewer.ts';
import type { IssueFilter } from '#query/issues/views.ts';
import type { ProjectView } from '#query/projects/views.ts';
import type { Commands } from '#command/bind.ts';
import type { Queries } from '#query/bind.ts';
import { startSession } from '#command/accounts/start-session.ts';
import { feedbackFacts } from '#store/state/feedback/seeds.ts';
import { allScopesBut, openTestServer, withScopes, type TestServer } from './test-server.ts';

let server: TestServer;
let organizationId: OrganizationId;
let twinId: OrganizationId;
let project: ProjectView;
let eventId: EventId;
let keyId: number;
let feedbackId: number;
const viewers: Record<string, Viewer> = {};

beforeAll(async () => {
  server = await openTestServer();
  // The older of two organizations with the same names: code that takes the first match takes this one.
  twinId = await server.organization('twin');
  organizationId = await server.organization('acme');
  const other = await server.organization('other');
  for (const role of ranks) {
    viewers[role] = await server.user(organizationId, role);
  }
  viewers['anonymous'] = anonymous;
  viewers['stranger'] = await server.user(other, 'owner');
  project = await server.command.createProject(viewers['owner']!, { slug: 'shop', name: 'Shop', platform: 'node' });
  [eventId] = (await server.report(project, 'a'.repeat(32), { count: 2, digest: '4711', traceId })) as [EventId];
  await server.report(project, 'b'.repeat(32));
  await server.state.write((tx) => tx.saveRegroup({ ...someMerge, projectId: project.id, issueId: 1 as IssueId }));
  await server.state.write((tx) => tx.addFeedback([feedbackFacts(project.id, 'f', { eventHash: 'a'.repeat(32) })]));
  feedbackId = (await server.query.listFeedback(viewers['owner']!, someFeedback)).feedback[0]!.id;
  keyId = (await server.query.keys(viewers['owner']!, 'shop'))[0]!.id;
  await server.telemetry.append({
    sequence: server.nextSequence(),
    rows: {
      attachments: [
        {
          organizationId,
          projectId: project.id,
          eventId,
          atMs: 1,
          filename: 'a.txt',
          contentType: 'text/plain',
          attachmentType: '',
          bytes: 1,
          blobKey: 'attachments/1/a',
        },
      ],
    },
    changes: [{ projectId: project.id, eventId, set: { mappedHash: 'c'.repeat(32) } }],
  });
  await server.blobs.put('attachments/1/a', new Uint8Array([65]));
  await server.command.createRelease(viewers['owner']!, { version: '1.0', projects: ['shop'] });
  await server.command.createTeam(viewers['owner']!, { slug: 'web', name: 'Web' });
  await fillTwin(await server.user(twinId, 'owner'));
  viewers['both'] = await personInBoth();
});

/** The content of the other organization, under the same names. Only texts differ. */
async function fillTwin(owner: Viewer): Promise<void> {
  const shop = await server.command.createProject(owner, { slug: 'shop', name: onlyInTwin, platform: 'node' });
  const said = { value: onlyInTwin, tags: { browser: onlyInTwin } };
  await server.report(shop, 'a'.repeat(32), { ...said, count: 2, digest: '4711', traceId });
  await server.report(shop, 'b'.repeat(32), said);
  const about = { eventHash: 'a'.repeat(32), message: onlyInTwin };
  await server.state.write((tx) => tx.addFeedback([feedbackFacts(shop.id, 'f', about)]));
  await server.command.createRelease(owner, {
    version: '1.0',
    projects: ['shop'],
    url: `https://${onlyInTwin}.example`,
  });
  await server.command.createTeam(owner, { slug: 'web', name: onlyInTwin });
  await server.command.addComment(owner, 'SHOP-1', onlyInTwin);
  await server.command.putReleaseFile(owner, releaseFileInput);
  await server.command.saveConfiguration(owner, 'shop', 'filters', { ...defaultFilters, messages: [onlyInTwin] }, null);
}

/** An owner here and there. */
async function personInBoth(): Promise<Viewer> {
  const { userId } = await server.user(twinId, 'owner');
  await server.state.write((tx) => tx.setMembership({ organizationId, userId, role: 'owner' }));
  const memberships = await server.state.membershipsOf(userId);
  return { userId, memberships, scopes: null, boundTo: null };
}

const onlyInTwin = 'only-in-twin';
afterAll(() => server.close());

const ranks = ['support', 'viewer', 'member', 'admin', 'owner'] as const;
type Role = (typeof ranks)[number];

interface Verb {
  /** The least role that may. */
  from: Role;
  /** The required scope, or any of several. */
  scope: Permission;
  run(viewer: Viewer): Promise<unknown>;
}

const traceId = 'ab'.repeat(16);

const someFeedback = {
  projects: ['shop'],
  environments: [],
  range: null,
  text: '',
  issue: null,
  status: null,
  cursor: null,
  count: 9,
};

const someTable = {
  projects: ['shop'],
  environments: [],
  range: null,
  query: '',
  fields: ['title', 'count()'],
  sort: [],
  cursor: null,
  count: 9,
};

const someMerge = {
  id: 'd'.repeat(32),
  userId: null,
  atMs: 1,
  operation: 'merge' as const,
  moves: [],
  events: [],
  undoneAtMs: null,
};

let made = 0;

/** The verbs that this role and every higher one may run, with this scope or any of these. */
function allowed<Name extends string>(from: Role, scope: Verb['scope'], runs: Record<Name, Verb['run']>) {
  return Object.fromEntries(Object.entries(runs).map(([name, run]) => [name, { from, scope, run }])) as Record<
    Name,
    Verb
  >;
}

/** Every query and command about an object of an organization. */
const verbs = {
  ...allowed('support', 'error-code:read', {
    errorCode: (viewer) => server.query.errorCode(viewer, '4711'),
  }),
  ...allowed('viewer', 'event:read', {
    eventLinks: (viewer) =>
      server.query.eventLinks(viewer, 'SHOP-1', eventId, { digest: '4711', traceId: '', side: 'browser' }),
    projectStats: (viewer) => server.query.projectStats(viewer, 'shop', { environments: [], range: '24h' }),
    projectSetUp: (viewer) => server.query.projectSetUp(viewer, 'shop'),
    releaseHealthSummary: (viewer) => server.query.releaseHealthSummary(viewer, 'shop'),
    exportIssues: (viewer) =>
      server.query.exportIssues(
        viewer,
        { projects: ['shop'], environments: [], range: '24h', query: '', sort: 'events' },
        'csv',
      ),
    exportEvents: (viewer) => server.query.exportEvents(viewer, 'SHOP-1', { query: '', range: null }),
    issueCounts: (viewer) =>
      server.query.issueCounts(viewer, { projects: ['shop'], environments: [], range: '24h' }, ['is:unresolved']),
    listIssues: (viewer) => server.query.listIssues(viewer, listed),
    issueUpdateCounts: (viewer) => server.query.issueUpdateCounts(viewer, listed, 0),
    issue: (viewer) => server.query.issue(viewer, 'SHOP-1'),
    event: (viewer) => server.query.event(viewer, 'SHOP-1', 'latest'),
    eventNeighbours: (viewer) => server.query.eventNeighbours(viewer, 'SHOP-1', { eventId, atMs: server.clock.now() }),
    eventMarkdown: (viewer) => server.query.eventMarkdown(viewer, 'SHOP-1', 'latest'),
    issueFrequency: (viewer) =>
      server.query.issueFrequency(viewer, 'SHOP-1', { query: '', environments: [], range: null }),
    projectEvent: (viewer) => server.query.projectEvent(viewer, 'shop', eventId),
    listFeedback: async (viewer) => {
      await server.query.listFeedback(viewer, someFeedback);
      await server.query.listFeedback(viewer, { ...someFeedback, projects: [], issue: 'SHOP-1' });
    },
    feedback: (viewer) => server.query.feedback(viewer, feedbackId),
    searchSuggestions: (viewer) => server.query.searchSuggestions(viewer, { projects: ['shop'], text: '', cursor: 0 }),
    eventsOfIssue: (viewer) =>
      server.query.eventsOfIssue(viewer, 'SHOP-1', { query: '', range: null, cursor: null, count: 10 }),
    eventsOfProject: (viewer) =>
      server.query.eventsOfProject(viewer, 'shop', { query: '', range: null, cursor: null, count: 10 }),
    tagRates: (viewer) => server.query.tagRates(viewer, 'SHOP-1', '24h'),
    tagKeys: (viewer) => server.query.tagKeys(viewer, ['shop']),
    tagValues: (viewer) => server.query.tagValues(viewer, ['shop'], { key: 'browser', contains: '' }),
    hashes: (viewer) => server.query.hashes(viewer, 'SHOP-1'),
    compareGrouping: (viewer) => server.query.compareGrouping(viewer, 'SHOP-1', eventId, eventId),
    similarIssues: (viewer) => server.query.similarIssues(viewer, 'SHOP-1'),
    previewRegroupBySourceMap: (viewer) => server.query.previewRegroupBySourceMap(viewer, 'SHOP-1'),
    tags: (viewer) => server.query.tags(viewer, 'SHOP-1'),
    attachments: (viewer) => server.query.attachments(viewer, 'shop', eventId),
    eventTable: (viewer) => server.query.eventTable(viewer, someTable),
    eventFacets: (viewer) => server.query.eventFacets(viewer, someTable),
    eventTimeseries: (viewer) =>
      server.query.eventTimeseries(viewer, { ...someTable, yAxis: ['count()'], bucketMs: null }),
    checkEventTable: (viewer) => server.query.checkEventTable(viewer, someTable),
    attachment: (viewer) => server.query.attachment(viewer, eventId, 'shop', 0),
    previewConfiguration: (viewer) => server.query.previewConfiguration(viewer, 'shop', 'filters', defaultFilters),
    shareLinks: (viewer) => server.query.shareLinks(viewer, 'SHOP-1'),
    flagIssues: (viewer) => server.command.flagIssues(viewer, ['SHOP-1'], { seen: true, bookmarked: true }),
    previewOwnership: (viewer) => server.query.previewOwnership(viewer, 'shop', 'path:* #web'),
    suspectCommits: (viewer) => server.query.suspectCommits(viewer, 'SHOP-1'),
    issueEnvironments: (viewer) => server.query.issueEnvironments(viewer, 'SHOP-1'),
    suggestedAssignees: (viewer) => server.query.suggestedAssignees(viewer, 'SHOP-1'),
    resolutionOptions: (viewer) => server.query.resolutionOptions(viewer, 'SHOP-1', ''),
    previewSourceLinks: (viewer) => server.query.previewSourceLinks(viewer, 'shop'),
    assignees: (viewer) => server.query.assignees(viewer, 'SHOP-1'),
    releaseIssues: (viewer) =>
      server.query.releaseIssues(viewer, '1.0', { kind: 'new', environments: [], cursor: null, count: 10 }),
    releaseComparison: (viewer) => server.query.releaseComparison(viewer, '1.0', '1.0', { environments: [] }),
    comparedIssues: (viewer) =>
      server.query.comparedIssues(viewer, '1.0', '1.0', { kind: 'both', environments: [], cursor: null, count: 10 }),
    commitsBetween: (viewer) => server.query.commitsBetween(viewer, '1.0', '1.0'),
  }),
  ...allowed('viewer', 'project:read', {
    project: (viewer) => server.query.project(viewer, 'shop'),
    hasSessions: (viewer) => server.query.hasSessions(viewer, 'shop'),
    keys: (viewer) => server.query.keys(viewer, 'shop'),
    environments: (viewer) => server.query.environments(viewer, ['shop']),
    projectEnvironments: (viewer) => server.query.projectEnvironments(viewer, 'shop'),
    outcomes: (viewer) => server.query.outcomes(viewer, ['shop'], '24h'),
    outcomeTimeseries: (viewer) =>
      server.query.outcomeTimeseries(viewer, {
        projects: ['shop'],
        range: '24h',
        key: null,
        kind: '',
        outcome: 'stored',
        reason: '',
      }),
    errorOutcomes: (viewer) =>
      server.query.errorOutcomes(viewer, { projects: ['shop'], range: '24h', bucketMs: 3_600_000 }),
    sessionSeries: (viewer) =>
      server.query.sessionSeries(viewer, {
        projects: ['shop'],
        environments: [],
        range: '24h',
        bucketMs: 3_600_000,
        byProject: true,
      }),
    keyUsage: (viewer) => server.query.keyUsage(viewer, 'shop', '30d'),
    exportOutcomes: (viewer) => server.query.exportOutcomes(viewer, ['shop'], '24h'),
    configuration: (viewer) => server.query.configuration(viewer, 'shop', 'filters'),
    configurationHistory: (viewer) => server.query.configurationHistory(viewer, 'shop', 'filters'),
    filterCounts: (viewer) => server.query.filterCounts(viewer, 'shop'),
    dayUsage: (viewer) => server.query.dayUsage(viewer, 'shop'),
    spikeStatus: (viewer) => server.query.spikeStatus(viewer, 'shop'),
    rulesFromCodeowners: (viewer) => server.query.rulesFromCodeowners(viewer, 'shop', '* @acme/web'),
  }),
  ...allowed('viewer', 'member:read', {
    members: (viewer) => server.query.members(viewer, 'acme'),
    invitations: (viewer) => server.query.invitations(viewer, 'acme'),
  }),
  ...allowed('viewer', readsReleases, {
    releases: (viewer) =>
      server.query.releases(viewer, {
        projects: ['shop'],
        environments: [],
        health: true,
        status: null,
        text: '',
        cursor: null,
        count: 10,
      }),
    release: (viewer) => server.query.release(viewer, '1.0'),
    releaseAdoption: (viewer) => server.query.releaseAdoption(viewer, '1.0', { environments: [], range: '24h' }),
    releaseEnvironments: (viewer) => server.query.releaseEnvironments(viewer, '1.0'),
    releaseCommits: (viewer) => server.query.releaseCommits(viewer, '1.0'),
    releaseDeploys: (viewer) => server.query.releaseDeploys(viewer, '1.0'),
    previousWithCommits: (viewer) => server.query.previousWithCommits(viewer, '1.0'),
    sourceMapCheck: (viewer) => server.query.sourceMapCheck(viewer, 'shop'),
    uploads: (viewer) => server.query.uploads(viewer, 'shop', { cursor: null, count: 10 }),
    uploadedFiles: (viewer) => server.query.uploadedFiles(viewer, 'shop', { bundleId: 1, release: '', dist: '' }),
    releaseFiles: (viewer) => server.query.releaseFiles(viewer, 'shop', '1.0'),
    releaseFile: async (viewer) => server.query.releaseFile(viewer, 'shop', await uploadedFile()),
  }),
  ...allowed('viewer', readsSources, {
    releaseFileBody: async (viewer) => {
      await (await server.query.releaseFileBody(viewer, 'shop', await uploadedFile())).cancel();
    },
  }),
  ...allowed('admin', 'member:write', {
    exportAudit: (viewer) => server.query.exportAudit(viewer, 'acme', { userId: null, action: null }),
    auditLog: (viewer) =>
      server.query.auditLog(viewer, 'acme', { userId: null, action: null, cursor: null, count: 10 }),
    setRole: async (viewer) => server.command.setRole(viewer, 'acme', (await someMember()).userId, 'viewer'),
    removeMember: async (viewer) => server.command.removeMember(viewer, 'acme', (await someMember()).userId),
    inviteWithoutLink: async (viewer) => {
      await server.command.inviteWithoutLink(viewer, 'acme', { email: 'more@example.com', role: 'viewer' });
    },
    deleteInvitation: async (viewer) => {
      await server.command.invite(viewers['owner']!, 'acme', { email: `new-${++made}@example.com`, role: 'member' });
      const open = await server.query.invitations(viewers['owner']!, 'acme');
      await server.command.deleteInvitation(viewer, 'acme', open.at(-1)!.id);
    },
  }),
  ...allowed('member', 'event:write', {
    changeFeedback: (viewer) => server.command.changeFeedback(viewer, [feedbackId], 'done'),
    mergeIssues: (viewer) => server.command.mergeIssues(viewer, ['SHOP-1', 'SHOP-2']),
    splitIssue: (viewer) => server.command.splitIssue(viewer, 'SHOP-1', { eventIds: [eventId] }),
    regroupBySourceMap: (viewer) => server.command.regroupBySourceMap(viewer, 'SHOP-1'),
    undoRegroup: (viewer) => server.command.undoRegroup(viewer, 'd'.repeat(32)),
    createShareLink: async (viewer) => {
      const { id } = await server.command.createShareLink(viewer, 'SHOP-1', { eventId, days: 7 });
      await server.command.deleteShareLink(viewers['owner']!, 'SHOP-1', id);
    },
    deleteShareLink: async (viewer) => {
      const { id } = await server.command.createShareLink(viewers['owner']!, 'SHOP-1', { eventId, days: 7 });
      try {
        await server.command.deleteShareLink(viewer, 'SHOP-1', id);
      } finally {
        await server.state.write((tx) => tx.deleteShare(id));
      }
    },
    changeIssues: (viewer) =>
      server.command.changeIssues(viewer, ['SHOP-1'], { status: { to: 'resolved', in: 'now' } }),
    undoIssueChange: async (viewer) => {
      // The permission may be gone at the time of the undo.
      const owner = { ...viewers['owner']!, userId: viewer.userId };
      if (viewer.userId === null) return server.command.undoIssueChange(viewer, 'none');
      const status = { to: 'archived' as const, until: 'time' as const, forMs: 60_000 + ++made };
      const { undo } = await server.command.changeIssues(owner, ['SHOP-1'], { status });
      return server.command.undoIssueChange(viewer, undo!);
    },
    addComment: (viewer) => server.command.addComment(viewer, 'SHOP-1', 'Looked at it.'),
    editComment: async (viewer) =>
      server.command.editComment(viewer, 'SHOP-1', await commentBy(viewer), 'Looked again.'),
    deleteComment: async (viewer) => server.command.deleteComment(viewer, 'SHOP-1', await commentBy(viewer)),
  }),
  ...allowed('member', writesReleases, {
    createRelease: (viewer) => server.command.createRelease(viewer, { version: '1.0', projects: ['shop'] }),
    updateRelease: (viewer) => server.command.updateRelease(viewer, '1.0', { url: 'https://example.com' }),
    deleteRelease: async (viewer) => {
      await server.command.createRelease(viewers['owner']!, { version: 'short-lived', projects: ['shop'] });
      await server.command.deleteRelease(viewer, 'short-lived');
    },
    addDeploy: (viewer) =>
      server.command.addDeploy(viewer, '1.0', {
        environment: 'production',
        name: '',
        url: '',
        startedAtMs: null,
        finishedAtMs: null,
      }),
    saveChunk: async (viewer) =>
      server.command.saveChunk(await server.query.viewerInOrganization(viewer, 'acme'), { ...chunk, gzipped: false }),
    assembleBundle: async (viewer) =>
      server.command.assembleBundle(await server.query.viewerInOrganization(viewer, 'acme'), {
        checksum: '0'.repeat(40),
        chunks: ['0'.repeat(40)],
        projects: ['shop'],
        release: '',
        dist: '',
      }),
    putReleaseFile: (viewer) => server.command.putReleaseFile(viewer, releaseFileInput),
    renameReleaseFile: async (viewer) =>
      server.command.renameReleaseFile(viewer, 'shop', await uploadedFile(), '~/renamed.js'),
    deleteReleaseFile: async (viewer) => server.command.deleteReleaseFile(viewer, 'shop', await uploadedFile()),
    deleteUpload: async (viewer) => {
      await uploadedFile();
      const [upload] = (await server.query.uploads(viewers['owner']!, 'shop', { cursor: null, count: 1 })).uploads;
      await server.command.deleteUpload(viewer, 'shop', upload!);
    },
  }),
  ...allowed('admin', 'project:write', {
    hideEnvironment: (viewer) => server.command.hideEnvironment(viewer, 'shop', 'production', false),
    saveConfiguration: (viewer) => server.command.saveConfiguration(viewer, 'shop', 'filters', defaultFilters, null),
    restoreConfiguration: (viewer) => server.command.restoreConfiguration(viewer, 'shop', 'filters', 0),
    createProject: async (viewer) =>
      server.command.createProject(await server.query.viewerInOrganization(viewer, 'acme'), {
        slug: `made-${++made}`,
        name: '',
        platform: '',
      }),
    updateProject: (viewer) => server.command.updateProject(viewer, 'shop', { name: 'Shop' }),
    createKey: (viewer) => server.command.createKey(viewer, 'shop', 'More'),
    updateKey: (viewer) => server.command.updateKey(viewer, 'shop', keyId, { label: 'Renamed' }),
    setTeamProject: (viewer) => server.command.setTeamProject(viewer, 'web', 'shop', true),
    replayDeadLetter: async (viewer) => {
      const id = await addDeadLetter();
      await server.command.replayDeadLetter(viewer, 'shop', id);
    },
  }),
  ...allowed('owner', 'org:admin', {
    identityProvider: (viewer) => server.query.identityProvider(viewer, 'acme'),
    // Refused for its input, for roles with the permission.
    saveIdentityProvider: (viewer) =>
      server.command.saveIdentityProvider(viewer, 'acme', {} as never).catch((error: Error) => {
        if ((error as { code?: string }).code !== 'invalid') throw error;
      }),
    deleteIdentityProvider: async (viewer) => {
      const provider = { name: 'Acme', issuer: 'https://id.example.com', clientId: 'x', clientSecret: 'y' };
      const facts = { ...provider, organizationId, domains: [], verifiedDomains: [], role: 'member' as const };
      await server.state.write((tx) => tx.setIdentityProvider(facts));
      await server.command.deleteIdentityProvider(viewer, 'acme');
    },
    // Refused for roles with the permission, because it has projects.
    deleteOrganization: (viewer) =>
      server.command.deleteOrganization(viewer, 'acme', 'acme').catch((error: Error) => {
        if ((error as { code?: string }).code !== 'conflict') throw error;
      }),
  }),
  ...allowed('admin', 'project:admin', {
    deleteProject: async (viewer) => {
      const slug = `gone-${++made}`;
      await server.command.createProject(viewers['owner']!, { slug, name: '', platform: '' });
      await server.command.deleteProject(viewer, slug, slug);
    },
    deleteKey: async (viewer) => {
      const { id } = await server.command.createKey(viewers['owner']!, 'shop', 'Short-lived');
      try {
        await server.command.deleteKey(viewer, 'shop', id);
      } finally {
        await server.state.write((tx) => tx.deleteKey(id));
      }
    },
  }),
  ...allowed('admin', 'event:admin', {
    deleteAttachment: async (viewer) => {
      const { attachments } = await server.query.attachments(viewers['owner']!, 'shop', eventId);
      await server.command.deleteAttachment(viewer, 'shop', eventId, attachments[0]!.id);
    },
    deleteIssue: (viewer) => server.command.deleteIssue(viewer, 'SHOP-1'),
  }),
  ...allowed('admin', 'org:write', {
    updateOrganization: (viewer) => server.command.updateOrganization(viewer, 'acme', { name: 'Acme' }),
  }),
  ...allowed('admin', 'team:write', {
    createTeam: async (viewer) =>
      server.command.createTeam(await server.query.viewerInOrganization(viewer, 'acme'), {
        slug: `team-${++made}`,
        name: '',
      }),
    updateTeam: (viewer) => server.command.updateTeam(viewer, 'web', { name: 'The web' }),
    setTeamMember: (viewer) => server.command.setTeamMember(viewer, 'web', viewers['member']!.userId!, true),
    deleteTeam: async (viewer) => {
      const slug = `gone-${++made}`;
      await server.command.createTeam(viewers['owner']!, { slug, name: '' });
      await server.command.deleteTeam(viewer, slug);
    },
  }),
} satisfies Partial<Record<keyof Queries | keyof Commands, Verb>>;

const chunk = { checksum: createHash('sha1').update('piece').digest('hex'), body: Buffer.from('piece') };

const releaseFileInput = {
  project: 'shop',
  version: '1.0',
  name: '~/app.js',
  dist: '',
  mapReference: '',
  body: Buffer.from('1'),
};

async function uploadedFile(): Promise<number> {
  return (await server.command.putReleaseFile(viewers['owner']!, releaseFileInput)).id;
}

const listed: IssueFilter = {
  projects: ['shop'],
  environments: [],
  range: '24h',
  query: '',
  sort: 'events',
  cursor: null,
  count: 10,
};

/** Names without an object of an organization, and where they are tested. */
const elsewhere = [
  // Lists of everything visible: below.
  'organizations',
  'listProjects',
  'repositories',
  'projectCards',
  'find',
  'teams',
  'activeSpikes',
  'diskSpace',
  'viewerInOrganization',
  'viewerInOrganizationOf',
  'me',
  'preferences',
  // The viewer's own or shared with them: save-search.test.ts.
  'savedSearches',
  'saveSearch',
  'deleteSavedSearch',
  // The viewer's own data: below.
  'apiTokens',
  'createApiToken',
  'deleteApiToken',
  'changePassword',
  'sessions',
  'endSession',
  'endOtherSessions',
  'secondFactor',
  'beginAuthenticator',
  'enableAuthenticator',
  'disableAuthenticator',
  'newRecoveryCodes',
  'beginPasskey',
  'addPasskey',
  'deletePasskey',
  'renameUser',
  'setPreferences',
  // Of a user, with separate rules: members.test.ts, organizations.test.ts.
  'createOrganization',
  'invite',
  'joinByInvitation',
  // Returns false where others refuse: below.
  'exists',
  // Unfinished operations reveal nothing: regroup.test.ts.
  'isRegrouped',
  // For holders of a link: shares.test.ts.
  'sharedIssue',
  'openShareLink',
  // Before there is a viewer: sign-in.test.ts.
  'viewerOfSession',
  'invitation',
  'signUpByInvitation',
  'signInByCode',
  'signInProviders',
  // single-sign-on.test.ts
  'beginSingleSignOn',
  'beginConnection',
  'finishSingleSignOn',
  'connections',
  'disconnectIdentities',
  'beginPasskeySignIn',
  'signInByPasskey',
  'viewerOfToken',
  'isFirstRun',
  'ownDsn',
  'setUp',
  'signIn',
  'signInByLink',
  'signOut',
];

test('every query and command is in one of the tables', () => {
  const all = [...Object.keys(server.query), ...Object.keys(server.command)].sort();
  expect([...Object.keys(verbs), ...elsewhere].sort()).toEqual(all);
});

test("every command about an organization's data is offered by its permission", () => {
  const offered = Object.keys(permissions);
  expect(Object.keys(verbs).filter((verb) => verb in server.command && !offered.includes(verb))).toEqual([]);
  // New objects: their rules are tested with those of `elsewhere`.
  expect(offered.filter((deed) => !(deed in verbs))).toEqual([
    'createOrganization',
    'diskSpace',
    'invite',
    'saveSearch',
    'shareSearch',
    'teams',
  ]);
});

describe.each(Object.entries<Verb>(verbs))('%s', (_name, { from, scope, run }) => {
  test('refuses anonymous viewers', () => refuses(run(anonymous), 'not-signed-in'));

  test('does not exist for an owner of another organization', () => refuses(run(viewers['stranger']!), 'not-found'));

  test('in one of two organizations it leaves the other as it is, and reveals nothing of it', async () => {
    const before = await server.rowsOf(twinId);
    const answer = await run(await server.query.viewerInOrganization(viewers['both']!, 'acme'));
    expect(await textOf(answer)).not.toContain(onlyInTwin);
    expect(await server.rowsOf(twinId)).toEqual(before);
  });

  test("so does a session that began at one organization's provider", async () => {
    const before = await server.rowsOf(twinId);
    const answer = await run(await throughProvider());
    expect(await textOf(answer)).not.toContain(onlyInTwin);
    expect(await server.rowsOf(twinId)).toEqual(before);
  });

  test('a name that both use stands for neither', async () => {
    const before = await server.rowsOf(twinId);
    // Objects named by number or with their organization work.
    await run(viewers['both']!).catch((error: unknown) => expect(error).toMatchObject({ code: 'invalid' }));
    expect(await server.rowsOf(twinId)).toEqual(before);
  });

  test.each(ranks)('as %s', async (role) => {
    if (ranks.indexOf(role) < ranks.indexOf(from)) await refuses(run(viewers[role]!), 'forbidden');
    else await run(viewers[role]!);
  });

  test('is refused to a token with every scope but this one', () =>
    refuses(run(withScopes(viewers['owner']!, allScopesBut(...[scope].flat()))), 'forbidden'));

  test('is given to a token with this scope alone', async () => {
    for (const alone of [scope].flat()) await run(withScopes(viewers['owner']!, [alone]));
  });
});

test.each(Object.entries<Verb>(verbs).filter(([name]) => name in permissions))(
  '%s is offered to the roles that may',
  (name, { from }) => expect(rolesWith(name as PermissionName)).toEqual(ranks.slice(ranks.indexOf(from)).toReversed()),
);

test('missing data is refused in the same words as data of others', async () => {
  const stranger = viewers['stranger']!;
  const said = (answer: Promise<unknown>) => answer.then(String, (error: Error) => error.message);
  expect(await said(server.query.project(stranger, 'shop'))).toBe(
    await said(server.query.project(stranger, 'nothing')),
  );
  expect(await said(server.query.issue(stranger, 'SHOP-1'))).toBe(await said(server.query.issue(stranger, 'NONE-1')));
  expect(await said(server.query.issue(stranger, '1'))).toBe(await said(server.query.issue(stranger, '999')));
  expect(await said(server.query.viewerInOrganization(stranger, 'acme'))).toBe(
    await said(server.query.viewerInOrganization(stranger, 'nowhere')),
  );
});

test('only viewers with access learn whether data exists', async () => {
  const { exists } = server.query;
  for (const [kind, name] of [
    ['issue', 'SHOP-1'],
    ['feedback', String(feedbackId)],
    ['release', '1.0'],
    ['project', 'shop'],
  ] as const) {
    expect(await exists(viewers['viewer']!, kind, name)).toBe(true);
    expect(await exists(viewers['stranger']!, kind, name)).toBe(false);
    expect(await exists(anonymous, kind, name)).toBe(false);
    expect(await exists(viewers['viewer']!, kind, 'none')).toBe(false);
    expect(await exists(withScopes(viewers['owner']!, ['team:read']), kind, name)).toBe(true);
  }
});

test('lists hold only what the viewer may see', async () => {
  const { query } = server;
  const [stranger, owner] = [viewers['stranger']!, viewers['owner']!];
  expect(await query.listProjects(stranger)).toEqual([]);
  const source = {
    repository: 'https://github.com/acme/shop',
    host: 'github',
    stackRoot: '',
    sourceRoot: '',
    branch: '',
  };
  await server.command.saveConfiguration(owner, 'shop', 'source', { mappings: [source] }, null);
  expect(await query.repositories(owner)).toMatchObject([{ repository: 'https://github.com/acme/shop' }]);
  expect(await query.repositories(stranger)).toEqual([]);
  expect(await query.repositories(withScopes(owner, ['event:read']))).toEqual([]);
  expect((await query.listProjects(owner)).map(({ slug }) => slug)).toContain('shop');
  expect(await query.listProjects(withScopes(owner, ['event:read']))).toEqual([]);
  await server.telemetry.append({
    sequence: server.nextSequence(),
    rows: {
      ledger: [
        {
          organizationId,
          projectId: project.id,
          keyId: 0,
          atMs: server.clock.now(),
          itemKind: 'event',
          outcome: 'limited',
          reason: 'spike',
          quantity: 7,
        },
      ],
    },
    changes: [],
  });
  expect(await query.activeSpikes(owner)).toEqual([{ slug: 'shop', name: 'Shop', limited: 7 }]);
  expect(await query.activeSpikes(stranger)).toEqual([]);
  expect(await query.activeSpikes(withScopes(owner, ['event:read']))).toEqual([]);
  expect(await query.diskSpace(owner)).toMatchObject({ isFull: false });
  expect(await query.diskSpace(viewers['member']!)).toBeNull();
  expect(await query.diskSpace(anonymous)).toBeNull();
  expect((await query.organizations(owner)).map(({ slug }) => slug)).toEqual(['acme']);
  expect(await query.organizations(withScopes(owner, ['event:read']))).toEqual([]);
  for (const text of ['SHOP-1', eventId, 'function', 'shop']) {
    expect(await query.find(stranger, text)).toEqual([]);
    expect(await query.find(owner, text), text).not.toEqual([]);
    expect(await query.find(withScopes(owner, ['org:read']), text)).toEqual([]);
  }
  const anywhere = { ...someFeedback, projects: [] };
  expect((await query.listFeedback(owner, anywhere)).counts).toMatchObject({ spam: 0 });
  expect((await query.listFeedback(owner, anywhere)).feedback).toHaveLength(1);
  expect((await query.listFeedback(stranger, anywhere)).feedback).toEqual([]);
  expect((await query.listFeedback(withScopes(owner, ['org:read']), anywhere)).feedback).toEqual([]);
  expect(await query.teams(stranger)).toEqual([]);
  expect((await query.teams(owner)).map(({ slug }) => slug)).toContain('web');
  expect(await query.teams(withScopes(owner, ['event:read']))).toEqual([]);
  const glance = { environments: [], range: '24h' as const };
  expect(await query.projectCards(stranger, glance)).toEqual([]);
  expect((await query.projectCards(owner, glance)).map((card) => card.project.slug)).toContain('shop');
  expect(await query.projectCards(withScopes(owner, ['project:read']), glance)).toEqual([]);
  await refuses(query.projectCards(anonymous, glance), 'not-signed-in');
  await refuses(query.teams(anonymous), 'not-signed-in');
  await refuses(query.listProjects(anonymous), 'not-signed-in');
  await refuses(query.organizations(anonymous), 'not-signed-in');
  await refuses(query.find(anonymous, 'x'), 'not-signed-in');
  expect(await query.me(anonymous)).toBeNull();
});

test('tokens and passwords are changed by the person only', async () => {
  const { command, query } = server;
  const owner = viewers['owner']!;
  const token = { label: 'ci', scopes: ['event:read' as const], expiresAtMs: null };
  for (const [viewer, code] of [
    [anonymous, 'not-signed-in'],
    [withScopes(owner, allScopesBut('team:read')), 'forbidden'],
  ] as const) {
    await refuses(query.apiTokens(viewer), code);
    await refuses(command.createApiToken(viewer, token), code);
    await refuses(command.deleteApiToken(viewer, 1), code);
    await refuses(query.sessions(viewer, ''), code);
    await refuses(command.endSession(viewer, ''), code);
    await refuses(command.endOtherSessions(viewer, ''), code);
    await refuses(command.renameUser(viewer, 'Eve'), code);
    await refuses(command.setPreferences(viewer, { theme: 'dark' }), code);
    await refuses(query.secondFactor(viewer), code);
    await refuses(command.beginAuthenticator(viewer), code);
    for (const deed of [command.enableAuthenticator, command.disableAuthenticator, command.newRecoveryCodes]) {
      await refuses(deed(viewer, '123456'), code);
    }
    await refuses(command.beginPasskey(viewer), code);
    await refuses(command.addPasskey(viewer, { label: 'x', response: {} as never }), code);
    await refuses(command.deletePasskey(viewer, 'x'), code);
    await refuses(command.joinByInvitation(viewer, ''), code);
    await refuses(command.changePassword(viewer, { current: 'x', next: 'long enough' }, ''), code);
  }
  await command.createApiToken(owner, token);
  const [made] = await query.apiTokens(owner);
  await refuses(command.deleteApiToken(viewers['admin']!, made!.id), 'not-found');
  await command.deleteApiToken(owner, made!.id);
  expect(await query.apiTokens(owner)).toEqual([]);
});

test('a token may do no more than its creator', () =>
  refuses(
    server.command.createApiToken(viewers['viewer']!, { label: 'ci', scopes: ['project:write'], expiresAtMs: null }),
    'forbidden',
  ));

async function throughProvider(): Promise<Viewer> {
  const provider = { organizationId, name: 'Acme' };
  const visit = { address: null, userAgent: '' };
  const { userId } = viewers['both']!;
  const { cookie } = await server.state.write((tx) =>
    startSession(server.deps, tx, userId!, visit, 'single-sign-on', provider),
  );
  return server.query.viewerOfSession(cookie, null);
}

/** The returned text, including files. */
async function textOf(answer: unknown): Promise<string> {
  const { body } = (answer ?? {}) as { body?: unknown };
  const file = body instanceof ReadableStream ? await new Response(body).text() : '';
  return `${JSON.stringify(answer)}${file}`;
}

async function refuses(answer: Promise<unknown>, code: string): Promise<void> {
  await expect(answer).rejects.toMatchObject({ name: 'Refusal', code });
}

function someMember() {
  return server.user(organizationId, 'member');
}

async function commentBy({ userId }: Viewer): Promise<number> {
  const owner = { ...viewers['owner']!, userId };
  return (await server.command.addComment(owner, 'SHOP-1', 'Looked at it.')).id;
}

let sequence = 0;
async function addDeadLetter(): Promise<number> {
  const entry = {
    kind: 'envelope' as const,
    projectId: project.id,
    keyId: 0,
    receivedAtMs: 1,
    clientAddress: null,
    userAgent: null,
    body: new Uint8Array([1]),
    limitedCategories: [],
    replayOf: null,
  };
  await server.journal.addDeadLetter({
    sequence: ++sequence,
    part: 0,
    projectId: project.id,
    itemKind: 'event',
    reason: 'error',
    detail: 'boom',
    tries: 3,
    failedAtMs: 2,
    entry,
  });
  return (await server.journal.listDeadLetters(project.id, 1))[0]!.id;
}
