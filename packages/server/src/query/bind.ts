import { limits } from '@seismo/protocol';
import type { Queries } from '../runtime.ts';
import { apiTokens } from './accounts/api-tokens.ts';
import { releaseFile, releaseFileBody, releaseFiles, uploadedFiles, uploads } from './source-maps/artifacts.ts';
import { assignees } from './issues/assignees.ts';
import { auditLog } from './accounts/audit.ts';
import { attachment } from './events/attachment.ts';
import { attachments } from './events/attachments.ts';
import { commitsBetween, comparedIssues, releaseComparison } from './releases/compare-releases.ts';
import { configuration, configurationHistory } from './configuration/configuration.ts';
import { filterCounts } from './configuration/filter-counts.ts';
import { spikeStatus, activeSpikes } from './configuration/spike.ts';
import type { QueryDeps } from './deps.ts';
import { errorCode } from './events/error-code.ts';
import { diskSpace } from './stats/disk-space.ts';
import { dayUsage } from './usage/day-usage.ts';
import { environments, projectEnvironments } from './projects/environments.ts';
import { event, eventNeighbours, projectEvent } from './events/event.ts';
import { eventsOfIssue, eventsOfProject } from './events/events.ts';
import { checkEventTable, eventFacets, eventTable, eventTimeseries } from './events/table.ts';
import { feedback, listFeedback } from './feedback/feedback.ts';
import { eventMarkdown } from './markdown/event-markdown.ts';
import { exportOutcomes } from './export/outcomes.ts';
import { find } from './find.ts';
import { runHere, type RunHeavy, type HeavyArgs, type HeavyName } from './heavy.ts';
import { projectCards } from './home/project-cards.ts';
import { projectStats } from './home/project-stats.ts';
import { projectSetUp } from './home/set-up.ts';
import { releaseHealthSummary } from './home/release-health-summary.ts';
import { exists } from './exists.ts';
import { invitation, invitations } from './accounts/invitations.ts';
import { issue } from './issues/issue.ts';
import { issueFrequency } from './issues/issue-frequency.ts';
import { issueCounts } from './issues/issue-counts.ts';
import { errorOutcomes } from './stats/error-outcomes.ts';
import { sessionSeries } from './stats/session-series.ts';
import { outcomes } from './stats/outcomes.ts';
import { outcomeTimeseries } from './stats/outcome-timeseries.ts';
import { keyUsage } from './stats/key-usage.ts';
import { eventLinks } from './events/linked-events.ts';
import { issueEnvironments } from './issues/issue-environments.ts';
import { issueNews, listIssues } from './issues/list-issues.ts';
import { isFirstRun, preferences, me } from './accounts/me.ts';
import { members, organizations, viewerInOrganization, viewerInOrganizationOf } from './accounts/organizations.ts';
import { createSlots } from './slots.ts';
import { ownDsn } from './projects/own-dsn.ts';
import { rulesFromCodeowners } from './issues/ownership.ts';
import { hasSessions } from './projects/has-sessions.ts';
import { keys, listProjects, project } from './projects/projects.ts';
import { releaseAdoption, releaseEnvironments } from './releases/release-adoption.ts';
import { releaseIssues } from './releases/release-issues.ts';
import { previousWithCommits, release, releaseCommits, releaseDeploys, releases } from './releases/releases.ts';
import { sharedIssue } from './share/shared-issue.ts';
import { shareLinks } from './share/share-links.ts';
import { secondFactor } from './accounts/second-factor.ts';
import { sessions } from './accounts/sessions.ts';
import { viewerOfSession, viewerOfToken } from './accounts/session.ts';
import { savedSearches } from './search/saved-searches.ts';
import { sending } from './sending.ts';
import { searchSuggestions } from './search/search-suggestions.ts';
import { sourceMapCheck } from './source-maps/source-map-check.ts';
import { tagKeys, tagValues } from './tags/tag-names.ts';
import { resolutionOptions } from './issues/resolution-options.ts';
import { suggestedAssignees } from './issues/suggested-assignees.ts';
import { repositories } from './issues/source-links.ts';
import { suspectCommits } from './issues/suspect-commits.ts';
import { tagRates } from './tags/tag-rates.ts';
import { previewRegroupBySourceMap } from './issues/regroup-preview.ts';
import { compareGrouping, hashes, isRegrouped, similarIssues } from './issues/grouping.ts';
import { tags } from './tags/tags.ts';
import { connections, identityProvider, signInProviders } from './accounts/single-sign-on.ts';
import { teams } from './accounts/teams.ts';

/** Every question with the stores already inside. */
export function bindQueries(deps: QueryDeps, runHeavy: RunHeavy = runHere(deps)): Queries {
  const bind =
    <Args extends unknown[], Answer>(query: (deps: QueryDeps, ...args: Args) => Promise<Answer>) =>
    (...args: Args): Promise<Answer> =>
      query(deps, ...args);
  /** Work that may spill and can wait. */
  const whileRoom =
    <Args extends unknown[], Answer>(query: (...args: Args) => Promise<Answer>) =>
    async (...args: Args): Promise<Answer> => {
      deps.space.requireRoom();
      return query(...args);
    };
  const takeDownload = createSlots({
    countMax: limits.DOWNLOAD_COUNT_MAX,
    ofOneCountMax: limits.DOWNLOAD_OF_ONE_COUNT_MAX,
    waitingCountMax: 0,
    refusal: 'Too many files are being downloaded. Try again when one of them is done.',
  });
  const heavy =
    <Name extends HeavyName>(name: Name) =>
    (...args: HeavyArgs<Name>) =>
      runHeavy(name, args);
  return {
    diskSpace: bind(diskSpace),
    dayUsage: bind(dayUsage),
    viewerOfSession: bind(viewerOfSession),
    viewerOfToken: bind(viewerOfToken),
    isFirstRun: bind(isFirstRun),
    me: bind(me),
    preferences: bind(preferences),
    organizations: bind(organizations),
    viewerInOrganization: bind(viewerInOrganization),
    viewerInOrganizationOf: bind(viewerInOrganizationOf),
    members: bind(members),
    invitations: bind(invitations),
    invitation: bind(invitation),
    sessions: bind(sessions),
    secondFactor: bind(secondFactor),
    signInProviders: bind(signInProviders),
    identityProvider: bind(identityProvider),
    connections: bind(connections),
    auditLog: bind(auditLog),
    listProjects: bind(listProjects),
    project: bind(project),
    hasSessions: bind(hasSessions),
    projectCards: bind(projectCards),
    projectStats: bind(projectStats),
    projectSetUp: bind(projectSetUp),
    releaseHealthSummary: bind(releaseHealthSummary),
    keys: bind(keys),
    environments: bind(environments),
    projectEnvironments: bind(projectEnvironments),
    listIssues: bind(listIssues),
    issueNews: bind(issueNews),
    exists: bind(exists),
    issue: bind(issue),
    issueFrequency: bind(issueFrequency),
    shareLinks: bind(shareLinks),
    sharedIssue: bind(sharedIssue),
    event: bind(event),
    eventNeighbours: bind(eventNeighbours),
    eventMarkdown: bind(eventMarkdown),
    projectEvent: bind(projectEvent),
    eventsOfIssue: bind(eventsOfIssue),
    eventsOfProject: bind(eventsOfProject),
    eventTable: bind(eventTable),
    eventTimeseries: bind(eventTimeseries),
    eventFacets: bind(eventFacets),
    checkEventTable: bind(checkEventTable),
    savedSearches: bind(savedSearches),
    issueCounts: bind(issueCounts),
    searchSuggestions: bind(searchSuggestions),
    tagRates: bind(tagRates),
    tagKeys: bind(tagKeys),
    tagValues: bind(tagValues),
    tags: bind(tags),
    hashes: bind(hashes),
    isRegrouped: bind(isRegrouped),
    compareGrouping: bind(compareGrouping),
    similarIssues: bind(similarIssues),
    previewRegroupBySourceMap: bind(previewRegroupBySourceMap),
    errorCode: bind(errorCode),
    eventLinks: bind(eventLinks),
    attachment: async (viewer, ...which) => {
      const leave = await takeDownload(viewer.userId);
      try {
        const found = await attachment(deps, viewer, ...which);
        return { ...found, body: sending(found.body, leave) };
      } catch (error) {
        leave();
        throw error;
      }
    },
    attachments: bind(attachments),
    listFeedback: bind(listFeedback),
    feedback: bind(feedback),
    errorOutcomes: bind(errorOutcomes),
    sessionSeries: bind(sessionSeries),
    outcomes: bind(outcomes),
    outcomeTimeseries: bind(outcomeTimeseries),
    keyUsage: bind(keyUsage),
    exportIssues: whileRoom((viewer, filter, format, left) => runHeavy('exportIssues', [viewer, filter, format], left)),
    exportEvents: whileRoom((viewer, issue, filter, left) => runHeavy('exportEvents', [viewer, issue, filter], left)),
    exportOutcomes: whileRoom(bind(exportOutcomes)),
    exportAudit: whileRoom((viewer, slug, filter, left) => runHeavy('exportAudit', [viewer, slug, filter], left)),
    find: bind(find),
    apiTokens: bind(apiTokens),
    ownDsn: bind(ownDsn),
    configuration: (viewer, slug, name) => configuration(deps, viewer, slug, name),
    configurationHistory: bind(configurationHistory),
    filterCounts: bind(filterCounts),
    spikeStatus: bind(spikeStatus),
    activeSpikes: bind(activeSpikes),
    previewConfiguration: whileRoom(heavy('previewConfiguration')),
    releases: bind(releases),
    release: bind(release),
    releaseAdoption: bind(releaseAdoption),
    releaseEnvironments: bind(releaseEnvironments),
    releaseIssues: bind(releaseIssues),
    releaseComparison: bind(releaseComparison),
    comparedIssues: bind(comparedIssues),
    commitsBetween: bind(commitsBetween),
    releaseCommits: bind(releaseCommits),
    releaseDeploys: bind(releaseDeploys),
    previousWithCommits: bind(previousWithCommits),
    sourceMapCheck: bind(sourceMapCheck),
    uploads: bind(uploads),
    uploadedFiles: bind(uploadedFiles),
    releaseFiles: bind(releaseFiles),
    releaseFile: bind(releaseFile),
    releaseFileBody: async (viewer, ...which) => {
      const leave = await takeDownload(viewer.userId);
      try {
        return sending(await releaseFileBody(deps, viewer, ...which), leave);
      } catch (error) {
        leave();
        throw error;
      }
    },
    assignees: bind(assignees),
    suggestedAssignees: bind(suggestedAssignees),
    resolutionOptions: bind(resolutionOptions),
    teams: bind(teams),
    suspectCommits: bind(suspectCommits),
    issueEnvironments: bind(issueEnvironments),
    previewSourceLinks: heavy('previewSourceLinks'),
    previewOwnership: heavy('previewOwnership'),
    repositories: bind(repositories),
    rulesFromCodeowners: bind(rulesFromCodeowners),
  };
}
