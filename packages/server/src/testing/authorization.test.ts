import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { EventId, IssueId, OrganizationId } from '@seismo/protocol';
import { defaultFilters } from '#domain/configuration/documents.ts';
import { defaultNotifications } from '#domain/notifications/settings.ts';
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
import type { Commands } from '#command/bind.ts';
import type { Queries } from '#query/bind.ts';
import { startSession } from '#command/accounts/start-session.ts';
import { envelopeEntry } from './pipeline.ts';
import { span, spanIdOf } from '#store/telemetry/sample-rows.ts';
import { refuses } from './refuses.ts';
import { allScopesBut, openTestServer, withScopes } from './test-server.ts';

/** The content of the other organization, under the same names. Only texts differ. */
async function fillTwin(owner: Viewer): Promise<void> {
  const shop = await command.createProject(owner, { slug: 'shop', name: onlyInTwin, platform: 'node' });
  const details = { value: onlyInTwin, tags: { browser: onlyInTwin } };
  const [about] = await server.report(shop, 'a', { ...details, count: 2, digest: '4711', traceId });
  await server.report(shop, 'b', details);
  await server.sendFeedback(shop, 'f', { about: about!, message: onlyInTwin });
  await command.createRelease(owner, { version: '1.0', projects: ['shop'], url: `https://${onlyInTwin}.example` });
  await command.createTeam(owner, { slug: 'web', name: onlyInTwin });
  await command.addComment(owner, 'SHOP-1', onlyInTwin);
  await command.putReleaseFile(owner, releaseFileInput);
  await command.saveConfiguration(owner, 'shop', 'filters', { ...defaultFilters, messages: [onlyInTwin] }, null);
  await addAlert(owner, twinId);
  await command.createChannel(owner, { ...someChannel, name: onlyInTwin });
  await command.createMaintenanceWindow(owner, { ...someMaintenance, name: onlyInTwin });
}

/** An owner here and there. */
async function personInBoth(): Promise<Viewer> {
  const { userId } = await server.user(twinId, 'owner');
  await server.state.write((tx) => tx.setMembership({ organizationId, userId, role: 'owner' }));
  const memberships = await server.state.membershipsOf(userId);
  return { userId, memberships, scopes: null, boundTo: null };
}

const ranks = ['support', 'viewer', 'member', 'admin', 'owner'] as const;
type Role = (typeof ranks)[number];

const traceId = 'ab'.repeat(16);

const everywhere = { projects: ['shop'], environments: [] };
const lastDay = { ...everywhere, range: '24h' as const };
const page = { cursor: null, count: 10 };
const someFeedback = { ...everywhere, ...page, range: null, text: '', issue: null, status: null };
const someTable = { ...everywhere, ...page, range: null, query: '', fields: ['title', 'count()'], sort: [] };
const listed: IssueFilter = { ...lastDay, ...page, query: '', sort: 'events' };

const someMerge = { id: 'd'.repeat(32), userId: null, atMs: 1, moves: [], events: [], undoneAtMs: null };

const someEndUser = { projects: ['shop'], identifiers: [{ kind: 'email' as const, value: 'someone@example.com' }] };

const releaseFile = { project: 'shop', version: '1.0', name: '~/app.js', dist: '', mapReference: '' };
const releaseFileInput = { ...releaseFile, body: Buffer.from('1') };

const onlyInTwin = 'only-in-twin';

const server = await openTestServer();
const { query, command } = server;
// The older of two organizations with the same names: code that takes the first match takes this one.
const twinId = await server.organization('twin');
const organizationId = await server.organization('acme');
const other = await server.organization('other');
const viewers: Record<string, Viewer> = {};
for (const role of ranks) {
  viewers[role] = await server.user(organizationId, role);
}
viewers['anonymous'] = anonymous;
const owner = viewers['owner']!;
const stranger = await server.user(other, 'owner');
const project = await command.createProject(owner, { slug: 'shop', name: 'Shop', platform: 'node' });
const [eventId] = (await server.report(project, 'a', { count: 2, digest: '4711', traceId })) as [EventId];
const nowMs = server.clock.now();
const spanTimes = { traceId, startUs: nowMs * 1000, receivedAtMs: nowMs };
await server.addRows({ spans: [span(1, { organizationId, projectId: project.id, ...spanTimes })] });
await server.report(project, 'b');
await server.state.write((tx) =>
  tx.saveRegroup({ ...someMerge, operation: 'merge', projectId: project.id, issueId: 1 as IssueId }),
);
await server.sendFeedback(project, 'f', { about: eventId });
const feedbackId = (await query.listFeedback(owner, someFeedback)).feedback[0]!.id;
const keyId = (await query.keys(owner, 'shop'))[0]!.id;
await server.sendItem(project, { type: 'attachment', filename: 'a.txt' }, 'A', { eventId });
await server.addRows({}, [{ projectId: project.id, eventId, set: { mappedHash: 'c'.repeat(32) } }]);
await command.createRelease(owner, { version: '1.0', projects: ['shop'] });
await command.createTeam(owner, { slug: 'web', name: 'Web' });
const alertId = await addAlert(owner, organizationId);
const someChannel = {
  kind: 'slack' as const,
  name: '#web',
  settings: { url: 'https://hooks.slack.com/services/T0/B0/abc' },
  content: 'everything' as const,
  allRules: false,
};
const channelId = await command.createChannel(owner, someChannel);
const someMaintenance = {
  name: 'Upgrade',
  projectIds: null,
  times: { kind: 'once' as const, startsAtMs: server.clock.now(), endsAtMs: server.clock.now() + 3_600_000 },
};
const maintenanceId = await command.createMaintenanceWindow(owner, someMaintenance);
const someConditions = {
  trigger: 'new-issue' as const,
  query: '',
  environments: [],
  condition: null,
  repeatMs: 3_600_000,
  schedule: null,
};
const someRule = { name: 'New', trigger: 'new-issue' as const };
const alertRuleId = (await query.alertRules(owner, ['shop']))[0]!.id;
await fillTwin(await server.user(twinId, 'owner'));
viewers['both'] = await personInBoth();

interface Verb {
  /** The least role that may. */
  from: Role;
  /** The required scope, or any of several. */
  scope: Permission;
  run(viewer: Viewer): Promise<unknown>;
}

const deploy = { name: '', url: '', startedAtMs: null, finishedAtMs: null };
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
    errorCode: (viewer) => query.errorCode(viewer, '4711'),
  }),
  ...allowed('viewer', 'event:read', {
    eventLinks: (viewer) =>
      query.eventLinks(viewer, 'SHOP-1', eventId, { digest: '4711', traceId: '', side: 'browser' }),
    projectStats: (viewer) => query.projectStats(viewer, 'shop', { environments: [], range: '24h' }),
    projectSetUp: (viewer) => query.projectSetUp(viewer, 'shop'),
    releaseHealthSummary: (viewer) => query.releaseHealthSummary(viewer, 'shop'),
    exportIssues: (viewer) => query.exportIssues(viewer, { ...lastDay, query: '', sort: 'events' }, 'csv'),
    exportFeedback: (viewer) => query.exportFeedback(viewer, someFeedback, 'csv'),
    exportExplored: (viewer) =>
      query.exportExplored(viewer, 'spans', { ...lastDay, query: '', fields: ['name'], sort: [] }, 'csv'),
    exportEvents: (viewer) => query.exportEvents(viewer, 'SHOP-1', { query: '', range: null }),
    issueCounts: (viewer) => query.issueCounts(viewer, lastDay, ['is:unresolved']),
    listIssues: (viewer) => query.listIssues(viewer, listed),
    unresolvedSummary: (viewer) => query.unresolvedSummary(viewer, 'shop'),
    issueUpdateCounts: (viewer) => query.issueUpdateCounts(viewer, listed, 0),
    issue: (viewer) => query.issue(viewer, 'SHOP-1'),
    event: (viewer) => query.event(viewer, 'SHOP-1', 'latest'),
    eventNeighbors: (viewer) => query.eventNeighbors(viewer, 'SHOP-1', { eventId, atMs: server.clock.now() }),
    issueOfEvent: (viewer) => query.issueOfEvent(viewer, 'SHOP-1', eventId),
    eventMarkdown: (viewer) => query.eventMarkdown(viewer, 'SHOP-1', 'latest'),
    issueFrequency: (viewer) => query.issueFrequency(viewer, 'SHOP-1', { query: '', environments: [], range: null }),
    projectEvent: (viewer) => query.projectEvent(viewer, 'shop', eventId),
    listFeedback: async (viewer) => {
      await query.listFeedback(viewer, someFeedback);
      await query.listFeedback(viewer, { ...someFeedback, projects: [], issue: 'SHOP-1' });
    },
    feedback: (viewer) => query.feedback(viewer, feedbackId),
    spanSearchSuggestions: (viewer) => query.spanSearchSuggestions(viewer, { projects: ['shop'], text: '', cursor: 0 }),
    searchSuggestions: (viewer) => query.searchSuggestions(viewer, { projects: ['shop'], text: '', cursor: 0 }),
    facetKeys: (viewer) => query.facetKeys(viewer, ['shop']),
    issueFacetKeys: (viewer) => query.issueFacetKeys(viewer, 'SHOP-1'),
    issueFacet: async (viewer) => {
      await query.issueFacet(viewer, listed, 'level', 10);
      await query.issueFacet(viewer, listed, 'browser', 10);
    },
    errorFacet: (viewer) => query.errorFacet(viewer, listed, 'browser', 10),
    spanFacet: (viewer) => query.spanFacet(viewer, someTable, 'span.op', 10),
    spanFacetKeys: (viewer) => query.spanFacetKeys(viewer, ['shop']),
    eventFacet: (viewer) => query.eventFacet(viewer, 'SHOP-1', { query: '', range: null }, 'browser', 10),
    eventsOfIssue: (viewer) => query.eventsOfIssue(viewer, 'SHOP-1', { query: '', range: null, ...page }),
    eventsOfProject: (viewer) => query.eventsOfProject(viewer, 'shop', { query: '', range: null, ...page }),
    tagRates: (viewer) => query.tagRates(viewer, 'SHOP-1', '24h'),
    tagKeys: (viewer) => query.tagKeys(viewer, ['shop']),
    tagValues: (viewer) => query.tagValues(viewer, ['shop'], { key: 'browser', contains: '' }),
    hashes: (viewer) => query.hashes(viewer, 'SHOP-1'),
    compareGrouping: (viewer) => query.compareGrouping(viewer, 'SHOP-1', eventId, eventId),
    similarIssues: (viewer) => query.similarIssues(viewer, 'SHOP-1'),
    mergeTargets: (viewer) => query.mergeTargets(viewer, 'SHOP-1', ''),
    previewRegroupBySourceMap: (viewer) => query.previewRegroupBySourceMap(viewer, 'SHOP-1'),
    tags: (viewer) => query.tags(viewer, 'SHOP-1'),
    attachments: (viewer) => query.attachments(viewer, 'shop', eventId),
    eventTable: (viewer) => query.eventTable(viewer, someTable),
    eventFacets: (viewer) => query.eventFacets(viewer, someTable),
    eventTimeseries: (viewer) => query.eventTimeseries(viewer, { ...someTable, yAxis: ['count()'], bucketMs: null }),
    checkEventTable: (viewer) => query.checkEventTable(viewer, someTable),
    spanTable: (viewer) => query.spanTable(viewer, { ...someTable, fields: ['name', 'count()'], sort: [] }),
    spanTimeseries: (viewer) => query.spanTimeseries(viewer, { ...someTable, yAxis: ['count()'], bucketMs: null }),
    checkSpanTable: (viewer) => query.checkSpanTable(viewer, { ...someTable, sort: [] }),
    spanHeatmap: (viewer) => query.spanHeatmap(viewer, { ...someTable, value: 'span.duration' }),
    spanDifferences: (viewer) =>
      query.spanDifferences(viewer, {
        ...someTable,
        value: 'span.duration',
        selection: { query: 'span.status:error' },
      }),
    spanItem: (viewer) => query.spanItem(viewer, 'shop', { trace: traceId, span: spanIdOf(1) }),
    spanFieldTypes: (viewer) => query.spanFieldTypes(viewer, someTable, ['span.op']),
    spanAttributes: (viewer) => query.spanAttributes(viewer, someTable),
    attachment: (viewer) => query.attachment(viewer, eventId, 'shop', 0),
    previewTraceRule: (viewer) => query.previewTraceRule(viewer, 'shop', { traceShare: 1, slowTraceMs: null }),
    previewConfiguration: (viewer) => query.previewConfiguration(viewer, 'shop', 'filters', defaultFilters),
    shareLinks: (viewer) => query.shareLinks(viewer, 'SHOP-1'),
    flagIssues: (viewer) => command.flagIssues(viewer, ['SHOP-1'], { seen: true, bookmarked: true }),
    setSubscribed: (viewer) => command.setSubscribed(viewer, ['SHOP-1'], true),
    previewOwnership: (viewer) => query.previewOwnership(viewer, 'shop', 'path:* #web'),
    suspectCommits: (viewer) => query.suspectCommits(viewer, 'SHOP-1'),
    issueEnvironments: (viewer) => query.issueEnvironments(viewer, 'SHOP-1'),
    eventIfStored: (viewer) => query.eventIfStored(viewer, 'SHOP-1', 'latest'),
    contentOfIssue: (viewer) => query.contentOfIssue(viewer, 'SHOP-1'),
    contentOfProjects: (viewer) => query.contentOfProjects(viewer, ['shop'], '24h'),
    suggestedAssignees: (viewer) => query.suggestedAssignees(viewer, 'SHOP-1'),
    resolutionOptions: (viewer) => query.resolutionOptions(viewer, 'SHOP-1', ''),
    previewSourceLinks: (viewer) => query.previewSourceLinks(viewer, 'shop'),
    assignees: (viewer) => query.assignees(viewer, 'SHOP-1'),
    releaseSummaries: (viewer) => query.releaseSummaries(viewer, '1.0'),
    releaseIssues: (viewer) => query.releaseIssues(viewer, '1.0', { kind: 'new', environments: [], ...page }),
    releaseComparison: (viewer) => query.releaseComparison(viewer, '1.0', '1.0', { environments: [] }),
    comparedIssues: (viewer) => query.comparedIssues(viewer, '1.0', '1.0', { kind: 'both', environments: [], ...page }),
    commitsBetween: (viewer) => query.commitsBetween(viewer, '1.0', '1.0'),
    alert: (viewer) => query.alert(viewer, alertId),
    alertRules: (viewer) => query.alertRules(viewer, ['shop']),
    issueAlerts: (viewer) => query.issueAlerts(viewer, 'SHOP-1'),
    performance: (viewer) => query.performance(viewer, { ...lastDay, kind: 'pages', sort: 'time' }),
    performanceGroup: (viewer) =>
      query.performanceGroup(viewer, { ...lastDay, kind: 'pages', project: 'shop', service: '', name: '/' }),
    segments: (viewer) => query.segments(viewer, { ...lastDay, ...page, query: '', sort: 'newest' }),
    alertRule: (viewer) => query.alertRule(viewer, alertRuleId),
    muteAlertRule: (viewer) => command.muteAlertRule(viewer, alertRuleId, true),
    alertPreview: (viewer) => query.alertPreview(viewer, 'shop', someConditions),
    alerts: (viewer) => query.alerts(viewer, { projects: ['shop'], ...page }),
  }),
  ...allowed('viewer', 'project:read', {
    project: (viewer) => query.project(viewer, 'shop'),
    hasSessions: (viewer) => query.hasSessions(viewer, 'shop'),
    keys: (viewer) => query.keys(viewer, 'shop'),
    environments: (viewer) => query.environments(viewer, ['shop']),
    projectEnvironments: (viewer) => query.projectEnvironments(viewer, 'shop'),
    outcomes: (viewer) => query.outcomes(viewer, ['shop'], '24h'),
    storage: (viewer) => query.storage(viewer, ['shop']),
    deadLetters: (viewer) => query.deadLetters(viewer, ['shop']),
    outcomeTimeseries: (viewer) =>
      query.outcomeTimeseries(viewer, { ...lastDay, key: null, kind: '', outcome: 'stored', reason: '' }),
    categoryOutcomes: (viewer) =>
      query.categoryOutcomes(viewer, { ...lastDay, categories: ['error'], bucketMs: 3_600_000 }),
    sessionSeries: (viewer) => query.sessionSeries(viewer, { ...lastDay, bucketMs: 3_600_000, byProject: true }),
    keyUsage: (viewer) => query.keyUsage(viewer, 'shop', '30d'),
    exportOutcomes: (viewer) => query.exportOutcomes(viewer, ['shop'], '24h'),
    configuration: (viewer) => query.configuration(viewer, 'shop', 'filters'),
    configurationHistory: (viewer) => query.configurationHistory(viewer, 'shop', 'filters'),
    filterCounts: (viewer) => query.filterCounts(viewer, 'shop'),
    dayUsage: (viewer) => query.dayUsage(viewer, 'shop'),
    spikeStatus: (viewer) => query.spikeStatus(viewer, 'shop'),
    rulesFromCodeowners: (viewer) => query.rulesFromCodeowners(viewer, 'shop', '* @acme/web'),
  }),
  ...allowed('viewer', 'member:read', {
    members: (viewer) => query.members(viewer, 'acme'),
    invitations: (viewer) => query.invitations(viewer, 'acme'),
  }),
  ...allowed('viewer', readsReleases, {
    releases: (viewer) => query.releases(viewer, { ...everywhere, ...page, health: true, status: null, text: '' }),
    exportReleases: (viewer) => query.exportReleases(viewer, { ...everywhere, status: null, text: '' }, 'csv'),
    release: (viewer) => query.release(viewer, '1.0'),
    releaseAdoption: (viewer) => query.releaseAdoption(viewer, '1.0', { environments: [], range: '24h' }),
    releaseEnvironments: (viewer) => query.releaseEnvironments(viewer, '1.0'),
    releaseCommits: (viewer) => query.releaseCommits(viewer, '1.0'),
    releaseDeploys: (viewer) => query.releaseDeploys(viewer, '1.0'),
    previousWithCommits: (viewer) => query.previousWithCommits(viewer, '1.0'),
    sourceMapCheck: (viewer) => query.sourceMapCheck(viewer, 'shop'),
    uploads: (viewer) => query.uploads(viewer, 'shop', page),
    uploadedFiles: (viewer) => query.uploadedFiles(viewer, 'shop', { bundleId: 1, release: '', dist: '' }),
    releaseFiles: (viewer) => query.releaseFiles(viewer, 'shop', '1.0'),
    releaseFile: async (viewer) => query.releaseFile(viewer, 'shop', await uploadedFile()),
  }),
  ...allowed('viewer', readsSources, {
    releaseFileBody: async (viewer) => {
      await (await query.releaseFileBody(viewer, 'shop', await uploadedFile())).cancel();
    },
  }),
  ...allowed('admin', 'member:write', {
    exportAudit: (viewer) => query.exportAudit(viewer, 'acme', { userId: null, action: null }),
    auditLog: (viewer) => query.auditLog(viewer, 'acme', { userId: null, action: null, ...page }),
    setRole: async (viewer) => command.setRole(viewer, 'acme', (await someMember()).userId, 'viewer'),
    removeMember: async (viewer) => command.removeMember(viewer, 'acme', (await someMember()).userId),
    inviteWithoutLink: async (viewer) => {
      await command.inviteWithoutLink(viewer, 'acme', { email: 'more@example.com', role: 'viewer' });
    },
    deleteInvitation: async (viewer) => {
      await command.invite(owner, 'acme', { email: `new-${++made}@example.com`, role: 'member' });
      const open = await query.invitations(owner, 'acme');
      await command.deleteInvitation(viewer, 'acme', open.at(-1)!.id);
    },
  }),
  ...allowed('member', 'event:write', {
    changeFeedback: (viewer) => command.changeFeedback(viewer, [feedbackId], 'done'),
    mergeIssues: (viewer) => command.mergeIssues(viewer, ['SHOP-1', 'SHOP-2']),
    splitIssue: (viewer) => command.splitIssue(viewer, 'SHOP-1', { eventIds: [eventId] }),
    regroupBySourceMap: (viewer) => command.regroupBySourceMap(viewer, 'SHOP-1'),
    undoRegroup: (viewer) => command.undoRegroup(viewer, 'd'.repeat(32)),
    createShareLink: async (viewer) => {
      const { id } = await command.createShareLink(viewer, 'SHOP-1', { eventId, days: 7 });
      await command.deleteShareLink(owner, 'SHOP-1', id);
    },
    deleteShareLink: async (viewer) => {
      const { id } = await command.createShareLink(owner, 'SHOP-1', { eventId, days: 7 });
      try {
        await command.deleteShareLink(viewer, 'SHOP-1', id);
      } finally {
        await server.state.write((tx) => tx.deleteShare(id));
      }
    },
    changeIssues: (viewer) => command.changeIssues(viewer, ['SHOP-1'], { status: { to: 'resolved', in: 'now' } }),
    undoIssueChange: async (viewer) => {
      // What was allowed when it was done may not be when it is taken back.
      if (viewer.userId === null) return command.undoIssueChange(viewer, 'none');
      const author = { ...owner, userId: viewer.userId };
      const status = { to: 'archived' as const, until: 'time' as const, forMs: 60_000 + ++made };
      const { undo } = await command.changeIssues(author, ['SHOP-1'], { status });
      return command.undoIssueChange(viewer, undo!);
    },
    acknowledgeAlert: (viewer) => command.acknowledgeAlert(viewer, alertId),
    addComment: (viewer) => command.addComment(viewer, 'SHOP-1', 'Looked at it.'),
    editComment: async (viewer) => command.editComment(viewer, 'SHOP-1', await commentBy(viewer), 'Looked again.'),
    deleteComment: async (viewer) => command.deleteComment(viewer, 'SHOP-1', await commentBy(viewer)),
  }),
  ...allowed('member', writesReleases, {
    createRelease: (viewer) => command.createRelease(viewer, { version: '1.0', projects: ['shop'] }),
    updateRelease: (viewer) => command.updateRelease(viewer, '1.0', { url: 'https://example.com' }),
    deleteRelease: async (viewer) => {
      await command.createRelease(owner, { version: 'short-lived', projects: ['shop'] });
      await command.deleteRelease(viewer, 'short-lived');
    },
    addDeploy: (viewer) => command.addDeploy(viewer, '1.0', { ...deploy, environment: 'production' }),
    saveChunk: async (viewer) =>
      command.saveChunk(await query.viewerInOrganization(viewer, 'acme'), { ...chunk, gzipped: false }),
    assembleBundle: async (viewer) =>
      command.assembleBundle(await query.viewerInOrganization(viewer, 'acme'), {
        checksum: '0'.repeat(40),
        chunks: ['0'.repeat(40)],
        projects: ['shop'],
        release: '',
        dist: '',
      }),
    putReleaseFile: (viewer) => command.putReleaseFile(viewer, releaseFileInput),
    renameReleaseFile: async (viewer) =>
      command.renameReleaseFile(viewer, 'shop', await uploadedFile(), '~/renamed.js'),
    deleteReleaseFile: async (viewer) => command.deleteReleaseFile(viewer, 'shop', await uploadedFile()),
    deleteUpload: async (viewer) => {
      await uploadedFile();
      const [upload] = (await query.uploads(owner, 'shop', { cursor: null, count: 1 })).uploads;
      await command.deleteUpload(viewer, 'shop', upload!);
    },
  }),
  ...allowed('admin', 'project:write', {
    hideEnvironment: (viewer) => command.hideEnvironment(viewer, 'shop', 'production', false),
    saveConfiguration: (viewer) => command.saveConfiguration(viewer, 'shop', 'filters', defaultFilters, null),
    restoreConfiguration: (viewer) => command.restoreConfiguration(viewer, 'shop', 'filters', 0),
    createProject: async (viewer) =>
      command.createProject(await query.viewerInOrganization(viewer, 'acme'), {
        slug: `made-${++made}`,
        name: '',
        platform: '',
      }),
    updateProject: (viewer) => command.updateProject(viewer, 'shop', { name: 'Shop' }),
    createKey: (viewer) => command.createKey(viewer, 'shop', 'More'),
    updateKey: (viewer) => command.updateKey(viewer, 'shop', keyId, { label: 'Renamed' }),
    setTeamProject: (viewer) => command.setTeamProject(viewer, 'web', 'shop', true),
    replayDeadLetter: async (viewer) => {
      const id = await addDeadLetter();
      await command.replayDeadLetter(viewer, 'shop', id);
    },
    readDeadLetter: async (viewer) => command.readDeadLetter(viewer, 'shop', await addDeadLetter()),
    replayDeadLetters: (viewer) => command.replayDeadLetters(viewer, 'shop', null),
    createAlertRule: (viewer) => command.createAlertRule(viewer, 'shop', someRule),
    deleteAlertRule: async (viewer) =>
      command.deleteAlertRule(viewer, await command.createAlertRule(owner, 'shop', someRule)),
    setAlertRule: (viewer) => command.setAlertRule(viewer, alertRuleId, { enabled: true }),
    createMaintenanceWindow: async (viewer) =>
      command.createMaintenanceWindow(await query.viewerInOrganization(viewer, 'acme'), someMaintenance),
    setMaintenanceWindow: (viewer) => command.setMaintenanceWindow(viewer, maintenanceId, { name: 'Longer' }),
    endMaintenanceWindow: async (viewer) =>
      command.endMaintenanceWindow(viewer, await command.createMaintenanceWindow(owner, someMaintenance)),
    deleteMaintenanceWindow: async (viewer) =>
      command.deleteMaintenanceWindow(viewer, await command.createMaintenanceWindow(owner, someMaintenance)),
    resendDelivery: async (viewer) => {
      await command.resendDelivery(viewer, await failedDelivery());
    },
  }),
  ...allowed('owner', 'org:admin', {
    identityProvider: (viewer) => query.identityProvider(viewer, 'acme'),
    // Refused for what it says, to who may say it.
    saveIdentityProvider: (viewer) =>
      command.saveIdentityProvider(viewer, 'acme', {} as never).catch((error: Error) => {
        if ((error as { code?: string }).code !== 'invalid') throw error;
      }),
    deleteIdentityProvider: async (viewer) => {
      const provider = { name: 'Acme', issuer: 'https://id.example.com', clientId: 'x', clientSecret: 'y' };
      const facts = { ...provider, organizationId, domains: [], verifiedDomains: [], role: 'member' as const };
      await server.state.write((tx) => tx.setIdentityProvider(facts));
      await command.deleteIdentityProvider(viewer, 'acme');
    },
    // Refused for roles with the permission, because it has projects.
    deleteOrganization: (viewer) =>
      command.deleteOrganization(viewer, 'acme', 'acme').catch((error: Error) => {
        if ((error as { code?: string }).code !== 'conflict') throw error;
      }),
  }),
  ...allowed('admin', 'project:admin', {
    deleteProject: async (viewer) => {
      const slug = `gone-${++made}`;
      await command.createProject(owner, { slug, name: '', platform: '' });
      await command.deleteProject(viewer, slug, slug);
    },
    deleteKey: async (viewer) => {
      const { id } = await command.createKey(owner, 'shop', 'Short-lived');
      try {
        await command.deleteKey(viewer, 'shop', id);
      } finally {
        await server.state.write((tx) => tx.deleteKey(id));
      }
    },
  }),
  ...allowed('admin', 'event:admin', {
    deleteAttachment: async (viewer) => {
      const { attachments } = await query.attachments(owner, 'shop', eventId);
      await command.deleteAttachment(viewer, 'shop', eventId, attachments[0]!.id);
    },
    deleteIssue: (viewer) => command.deleteIssue(viewer, 'SHOP-1'),
    findEndUser: (viewer) => query.findEndUser(viewer, someEndUser),
    findEndUserDeadLetters: (viewer) => query.findEndUserDeadLetters(viewer, someEndUser),
    exportEndUser: (viewer) => query.exportEndUser(viewer, someEndUser),
    exportProject: (viewer) => query.exportProject(viewer, 'shop', 'ndjson'),
    endUserDeletions: (viewer) => query.endUserDeletions(viewer, ['shop']),
    deleteEndUser: (viewer) => command.deleteEndUser(viewer, someEndUser),
  }),
  ...allowed('admin', 'org:write', {
    updateOrganization: (viewer) => command.updateOrganization(viewer, 'acme', { name: 'Acme' }),
    createChannel: async (viewer) =>
      command.createChannel(await query.viewerInOrganization(viewer, 'acme'), {
        ...someChannel,
        name: `${++sequence}`,
      }),
    changeChannel: (viewer) => command.changeChannel(viewer, channelId, { content: 'title' }),
    deleteChannel: async (viewer) => command.deleteChannel(viewer, await newChannel()),
    testChannel: (viewer) => command.testChannel(viewer, channelId),
  }),
  ...allowed('admin', 'team:write', {
    createTeam: async (viewer) =>
      command.createTeam(await query.viewerInOrganization(viewer, 'acme'), {
        slug: `team-${++made}`,
        name: '',
      }),
    updateTeam: (viewer) => command.updateTeam(viewer, 'web', { name: 'The web' }),
    setTeamMember: (viewer) => command.setTeamMember(viewer, 'web', viewers['member']!.userId!, true),
    deleteTeam: async (viewer) => {
      const slug = `gone-${++made}`;
      await command.createTeam(owner, { slug, name: '' });
      await command.deleteTeam(viewer, slug);
    },
  }),
} satisfies Partial<Record<keyof Queries | keyof Commands, Verb>>;

const chunk = { checksum: createHash('sha1').update('piece').digest('hex'), body: Buffer.from('piece') };

async function uploadedFile(): Promise<number> {
  return (await command.putReleaseFile(owner, releaseFileInput)).id;
}

/** What has no resource of an organization, and where it is tested instead. */
const elsewhere = [
  // Lists of everything visible: below.
  'organizations',
  'listProjects',
  'repositories',
  'projectCards',
  'find',
  'teams',
  'channels',
  'maintenanceWindows',
  'activeSpikes',
  'attention',
  'viewerInOrganization',
  'viewerInOrganizationOf',
  'me',
  'preferences',
  // Of the server, for its users; and to the viewer's own address: deliveries.test.ts, alerts.test.ts.
  'emailStatus',
  'sendTestEmail',
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
  'notificationSettings',
  'setNotificationSettings',
  // browsers.test.ts, too
  'browsers',
  'beginBrowser',
  'addBrowser',
  'removeBrowser',
  'testBrowser',
  // slack-app.test.ts, too
  'slackUsers',
  'slackLink',
  'linkSlackUser',
  'unlinkSlackUser',
  'answerSlack',
  // Of a user, with separate rules: members.test.ts, organizations.test.ts.
  'createOrganization',
  'invite',
  'joinByInvitation',
  // Returns false where others refuse: below.
  'exists',
  // A trace is in several projects, and has what the viewer can read: trace.test.ts, excerpt.test.ts.
  'trace',
  'traceExcerpt',
  'traceRows',
  'span',
  'wholeTrace',
  // Unfinished operations reveal nothing: regroup.test.ts.
  'isRegrouped',
  // Changes a text: facets.test.ts.
  'searchSelecting',
  // Of the server: run-health-check.test.ts.
  'runHealthCheck',
  'backupHealth',
  'resumeOutgoing',
  'mayCheckServer',
  // For holders of a link: shares.test.ts.
  'sharedIssue',
  'openShareLink',
  // unsubscribe.test.ts
  'unsubscription',
  'unsubscribe',
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
  // reset-password.test.ts
  'hasEmail',
  'passwordReset',
  'requestPasswordReset',
  'resetPassword',
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
  // What is about no thing yet: its rules are tested where those of `elsewhere` are.
  expect(offered.filter((name) => !(name in verbs))).toEqual([
    'channels',
    'createOrganization',
    'diskSpace',
    'invite',
    'maintenanceWindows',
    'runHealthCheck',
    'saveSearch',
    'sendTestEmail',
    'shareSearch',
    'teams',
  ]);
});

describe.each(Object.entries<Verb>(verbs))('%s', (_name, { from, scope, run }) => {
  test('refuses anonymous viewers', () => refuses(run(anonymous), 'not-signed-in'));

  test('does not exist for an owner of another organization', () => refuses(run(stranger), 'not-found'));

  test('in one organization, it neither changes nor reveals data of another one', async () => {
    const before = await server.rowsOf(twinId);
    const answer = await run(await query.viewerInOrganization(viewers['both']!, 'acme'));
    expect(await textOf(answer)).not.toContain(onlyInTwin);
    expect(await server.rowsOf(twinId)).toEqual(before);
  });

  test('through the provider of one organization, it neither changes nor reveals data of another one', async () => {
    const before = await server.rowsOf(twinId);
    const answer = await run(await throughProvider());
    expect(await textOf(answer)).not.toContain(onlyInTwin);
    expect(await server.rowsOf(twinId)).toEqual(before);
  });

  test('a name that two organizations use matches neither', async () => {
    const before = await server.rowsOf(twinId);
    // Objects named by number or with their organization work.
    await run(viewers['both']!).catch((error: unknown) => expect(error).toMatchObject({ code: 'invalid' }));
    expect(await server.rowsOf(twinId)).toEqual(before);
  });

  test.each(ranks)('as %s', async (role) => {
    if (ranks.indexOf(role) < ranks.indexOf(from)) await refuses(run(viewers[role]!), 'forbidden');
    else await run(viewers[role]!);
  });

  test('refuses a token with every scope but this one', () =>
    refuses(run(withScopes(owner, allScopesBut(...[scope].flat()))), 'forbidden'));

  test('accepts a token with this scope alone', async () => {
    for (const alone of [scope].flat()) await run(withScopes(owner, [alone]));
  });
});

test.each(Object.entries<Verb>(verbs).filter(([name]) => name in permissions))(
  '%s is offered to the roles that have its permission',
  (name, { from }) => expect(rolesWith(name as PermissionName)).toEqual(ranks.slice(ranks.indexOf(from)).toReversed()),
);

test('missing data is refused with the same message as data of another organization', async () => {
  const messageOf = (answer: Promise<unknown>) => answer.then(String, (error: Error) => error.message);
  expect(await messageOf(query.project(stranger, 'shop'))).toBe(await messageOf(query.project(stranger, 'nothing')));
  expect(await messageOf(query.issue(stranger, 'SHOP-1'))).toBe(await messageOf(query.issue(stranger, 'NONE-1')));
  expect(await messageOf(query.issue(stranger, '1'))).toBe(await messageOf(query.issue(stranger, '999')));
  expect(await messageOf(query.viewerInOrganization(stranger, 'acme'))).toBe(
    await messageOf(query.viewerInOrganization(stranger, 'nowhere')),
  );
  expect(await messageOf(query.alert(stranger, alertId))).toBe(await messageOf(query.alert(stranger, 999)));
  expect(await messageOf(command.acknowledgeAlert(stranger, alertId))).toBe(
    await messageOf(command.acknowledgeAlert(stranger, 999)),
  );
  expect(await messageOf(command.resendDelivery(stranger, await failedDelivery()))).toBe(
    await messageOf(command.resendDelivery(stranger, 9_999)),
  );
  expect(await messageOf(query.alertRule(stranger, alertRuleId))).toBe(await messageOf(query.alertRule(stranger, 999)));
  expect(await messageOf(command.deleteAlertRule(stranger, alertRuleId))).toBe(
    await messageOf(command.deleteAlertRule(stranger, 999)),
  );
  for (const run of [command.changeChannel, command.deleteChannel, command.testChannel]) {
    expect(await messageOf(run(stranger, channelId, {}))).toBe(await messageOf(run(stranger, 9_999, {})));
  }
  for (const run of [command.setMaintenanceWindow, command.endMaintenanceWindow, command.deleteMaintenanceWindow]) {
    expect(await messageOf(run(stranger, maintenanceId, {}))).toBe(await messageOf(run(stranger, 9_999, {})));
  }
  expect(await messageOf(command.muteAlertRule(stranger, alertRuleId, true))).toBe(
    await messageOf(command.muteAlertRule(stranger, 999, true)),
  );
  expect(await messageOf(command.setAlertRule(stranger, alertRuleId, { enabled: true }))).toBe(
    await messageOf(command.setAlertRule(stranger, 999, { enabled: true })),
  );
});

test('only viewers with access learn whether data exists', async () => {
  const { exists } = server.query;
  for (const [kind, name] of [
    ['issue', 'SHOP-1'],
    ['feedback', String(feedbackId)],
    ['alert', String(alertId)],
    ['release', '1.0'],
    ['project', 'shop'],
  ] as const) {
    expect(await exists(viewers['viewer']!, kind, name)).toBe(true);
    expect(await exists(stranger, kind, name)).toBe(false);
    expect(await exists(anonymous, kind, name)).toBe(false);
    expect(await exists(viewers['viewer']!, kind, 'none')).toBe(false);
    expect(await exists(withScopes(owner, ['team:read']), kind, name)).toBe(true);
  }
});

test('lists hold only what the viewer may see', async () => {
  expect(await query.listProjects(stranger)).toEqual([]);
  const repository = 'https://github.com/acme/shop';
  const source = { repository, host: 'github', stackRoot: '', sourceRoot: '', branch: '' };
  await command.saveConfiguration(owner, 'shop', 'source', { mappings: [source] }, null);
  expect(await query.repositories(owner)).toMatchObject([{ repository: 'https://github.com/acme/shop' }]);
  expect(await query.repositories(stranger)).toEqual([]);
  expect(await query.repositories(withScopes(owner, ['event:read']))).toEqual([]);
  expect((await query.listProjects(owner)).map(({ slug }) => slug)).toContain('shop');
  expect(await query.listProjects(withScopes(owner, ['event:read']))).toEqual([]);
  const cell = { organizationId, projectId: project.id, keyId: 0, atMs: server.clock.now(), itemKind: 'event' };
  await server.addRows({ ledger: [{ ...cell, outcome: 'limited', reason: 'spike', quantity: 7 }] });
  expect(await query.activeSpikes(owner)).toEqual([{ slug: 'shop', name: 'Shop', events: 7, spans: 0 }]);
  expect(await query.activeSpikes(stranger)).toEqual([]);
  expect(await query.activeSpikes(withScopes(owner, ['event:read']))).toEqual([]);
  server.health.disk.isFull = true;
  expect((await query.attention(owner)).map(({ code }) => code)).toEqual(['disk-full']);
  expect(await query.attention(viewers['member']!)).toEqual([]);
  expect(await query.attention(anonymous)).toEqual([]);
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
  const anyAlerts = { ...page, projects: [] };
  expect((await query.alerts(owner, anyAlerts)).alerts.map(({ id }) => id)).toEqual([alertId]);
  expect((await query.alertRules(owner, [])).length).toBeGreaterThan(0);
  for (const viewer of [stranger, withScopes(owner, ['org:read'])]) {
    expect((await query.alerts(viewer, anyAlerts)).alerts).toEqual([]);
    expect(await query.alertRules(viewer, [])).toEqual([]);
  }
  expect(await query.teams(stranger)).toEqual([]);
  expect((await query.teams(owner)).map(({ slug }) => slug)).toContain('web');
  expect(await query.teams(withScopes(owner, ['event:read']))).toEqual([]);
  const glance = { environments: [], range: '24h' as const };
  expect(await query.projectCards(stranger, glance)).toEqual([]);
  expect((await query.projectCards(owner, glance)).map((card) => card.project.slug)).toContain('shop');
  expect(await query.projectCards(withScopes(owner, ['project:read']), glance)).toEqual([]);
  await refuses(query.projectCards(anonymous, glance), 'not-signed-in');
  await refuses(query.teams(anonymous), 'not-signed-in');
  const names = async (viewer: Viewer) => (await query.channels(viewer)).channels.map(({ name }) => name);
  expect(await names(owner)).toContain('#web');
  expect(await names(stranger)).not.toContain('#web');
  expect(await names(withScopes(owner, ['org:read']))).toEqual([]);
  await refuses(query.channels(anonymous), 'not-signed-in');
  expect((await query.maintenanceWindows(owner)).map(({ id }) => id)).toContain(maintenanceId);
  expect(await query.maintenanceWindows(stranger)).toEqual([]);
  expect(await query.maintenanceWindows(withScopes(owner, ['org:read']))).toEqual([]);
  await refuses(query.maintenanceWindows(anonymous), 'not-signed-in');
  await refuses(query.listProjects(anonymous), 'not-signed-in');
  await refuses(query.organizations(anonymous), 'not-signed-in');
  await refuses(query.find(anonymous, 'x'), 'not-signed-in');
  expect(await query.me(anonymous)).toBeNull();
});

test('tokens and passwords are changed only by their user', async () => {
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
    await refuses(query.notificationSettings(viewer), code);
    await refuses(command.setNotificationSettings(viewer, defaultNotifications), code);
    await refuses(query.browsers(viewer, ''), code);
    await refuses(command.beginBrowser(viewer), code);
    await refuses(command.addBrowser(viewer, '', { endpoint: '', p256dh: '', auth: '' }), code);
    await refuses(command.removeBrowser(viewer, 1), code);
    await refuses(command.testBrowser(viewer, 1), code);
    await refuses(query.slackUsers(viewer), code);
    await refuses(query.slackLink(viewer, ''), code);
    await refuses(command.linkSlackUser(viewer, ''), code);
    await refuses(command.unlinkSlackUser(viewer, 1), code);
    await refuses(query.secondFactor(viewer), code);
    await refuses(command.beginAuthenticator(viewer), code);
    for (const run of [command.enableAuthenticator, command.disableAuthenticator, command.newRecoveryCodes]) {
      await refuses(run(viewer, '123456'), code);
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
    command.createApiToken(viewers['viewer']!, { label: 'ci', scopes: ['project:write'], expiresAtMs: null }),
    'forbidden',
  ));

async function throughProvider(): Promise<Viewer> {
  const provider = { organizationId, name: 'Acme' };
  const visit = { address: null, userAgent: '' };
  const { userId } = viewers['both']!;
  const { cookie } = await server.state.write((tx) =>
    startSession(server.deps, tx, userId!, visit, 'single-sign-on', provider),
  );
  return query.viewerOfSession(cookie, null);
}

/** The returned text, including files. */
async function textOf(answer: unknown): Promise<string> {
  const { body } = (answer ?? {}) as { body?: unknown };
  const file = body instanceof ReadableStream ? await new Response(body).text() : '';
  return `${JSON.stringify(answer)}${file}`;
}

function someMember() {
  return server.user(organizationId, 'member');
}

function someDelivery({ userId }: Viewer, organizationId: OrganizationId) {
  return { organizationId, userId, channelId: null, about: 'issues' as const, notice: null, queuedAtMs: 1, dueAtMs: 1 };
}

/** An alert about the first issue of this user's project, with a message to them. */
async function addAlert(to: Viewer, organizationId: OrganizationId): Promise<number> {
  const [rule] = await query.alertRules(to, ['shop']);
  const { issue } = await query.issue(to, 'SHOP-1');
  const match = { ruleId: rule!.id, suppressed: null };
  const alert = { projectId: issue.projectId, issueId: issue.id, happenedAtMs: 1, decidedAtMs: 1, matches: [match] };
  return server.state.write(async (tx) => {
    const [id] = await tx.addAlerts([alert]);
    await tx.addToDelivery(await tx.addDelivery(someDelivery(to, organizationId)), [id!]);
    return id!;
  });
}

function failedDelivery(): Promise<number> {
  return server.state.write(async (tx) => {
    const id = await tx.addDelivery(someDelivery(owner, organizationId));
    const number = (await tx.beginAttempt(id, 1))!;
    await tx.endAttempt(id, { number, atMs: 1, answer: '', status: 'failed', dueAtMs: null });
    return id;
  });
}

function newChannel(): Promise<number> {
  return command.createChannel(owner, { ...someChannel, name: `${++sequence}` });
}

async function commentBy({ userId }: Viewer): Promise<number> {
  return (await command.addComment({ ...owner, userId }, 'SHOP-1', 'Looked at it.')).id;
}

let sequence = 0;
async function addDeadLetter(): Promise<number> {
  const failure = { itemKind: 'event', reason: 'error' as const, detail: 'boom', tries: 3, failedAtMs: 2 };
  const entry = envelopeEntry(project.id, 'x');
  await server.journal.addDeadLetter({ sequence: ++sequence, part: 0, projectId: project.id, ...failure, entry });
  return (await server.journal.listDeadLetters(project.id, 1))[0]!.id;
}
