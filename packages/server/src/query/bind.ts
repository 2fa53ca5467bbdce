import type { Queries } from '../runtime.ts';
import { apiTokens } from './api-tokens.ts';
import { releaseFile, releaseFiles, uploadedFiles, uploads } from './artifacts.ts';
import { assignees } from './assignees.ts';
import { auditLog } from './audit.ts';
import { attachment } from './attachment.ts';
import { releaseComparison } from './compare-releases.ts';
import { configuration, configurationHistory } from './configuration/configuration.ts';
import { filtered } from './configuration/filtered.ts';
import { previewConfiguration } from './configuration/preview.ts';
import { spike, spikesNow } from './configuration/spike.ts';
import type { QueryDeps } from './deps.ts';
import { errorCode } from './error-code.ts';
import { environments, projectEnvironments } from './environments.ts';
import { event, projectEvent } from './event.ts';
import { eventsOfIssue, eventsOfProject } from './events.ts';
import { feedback, listFeedback } from './feedback.ts';
import { eventMarkdown } from './markdown/event-markdown.ts';
import { exportAudit } from './export/audit.ts';
import { exportEvents } from './export/events.ts';
import { exportIssues } from './export/issues.ts';
import { exportLedger } from './export/ledger.ts';
import { find } from './find.ts';
import { projectCards } from './home/cards.ts';
import { projectFigures } from './home/figures.ts';
import { projectSetUp } from './home/set-up.ts';
import { releaseVerdict } from './home/verdict.ts';
import { isThere } from './is-there.ts';
import { invitation, invitations } from './invitations.ts';
import { issue } from './issue.ts';
import { issueFrequency } from './issue-frequency.ts';
import { ledger } from './ledger.ts';
import { eventLinks } from './linked-events.ts';
import { issueEnvironments } from './issue-environments.ts';
import { listIssues } from './list-issues.ts';
import { isFirstRun, me } from './me.ts';
import { members, organizations, within } from './organizations.ts';
import { ownDsn } from './own-dsn.ts';
import { previewOwnership, rulesFromCodeowners } from './ownership.ts';
import { keys, listProjects, project } from './projects.ts';
import { releaseAdoption, releaseEnvironments } from './release-adoption.ts';
import { releaseIssues } from './release-issues.ts';
import { previousWithCommits, release, releaseCommits, releaseDeploys, releases } from './releases.ts';
import { secondFactor } from './second-factor.ts';
import { sessions } from './sessions.ts';
import { viewerOfSession, viewerOfToken } from './session.ts';
import { savedSearches } from './saved-searches.ts';
import { searchSuggestions } from './search-suggestions.ts';
import { sourceMapCheck } from './source-map-check.ts';
import { tagKeys, tagValues } from './tag-names.ts';
import { resolutionChoices } from './resolution-choices.ts';
import { suggestedAssignees } from './suggested-assignees.ts';
import { previewSourceLinks } from './source-links.ts';
import { suspectCommits } from './suspect-commits.ts';
import { tagRates } from './tag-rates.ts';
import { mapOffer } from './map-offer.ts';
import { compareGrouping, hashes, isRegrouped, similarIssues } from './grouping.ts';
import { tags } from './tags.ts';
import { identityProvider, signOnDoors } from './single-sign-on.ts';
import { teams } from './teams.ts';

/** Every question with the stores already inside. */
export function bindQueries(deps: QueryDeps): Queries {
  const bind =
    <Args extends unknown[], Answer>(question: (deps: QueryDeps, ...args: Args) => Promise<Answer>) =>
    (...args: Args): Promise<Answer> =>
      question(deps, ...args);
  return {
    viewerOfSession: bind(viewerOfSession),
    viewerOfToken: bind(viewerOfToken),
    isFirstRun: bind(isFirstRun),
    me: bind(me),
    organizations: bind(organizations),
    within: bind(within),
    members: bind(members),
    invitations: bind(invitations),
    invitation: bind(invitation),
    sessions: bind(sessions),
    secondFactor: bind(secondFactor),
    signOnDoors: bind(signOnDoors),
    identityProvider: bind(identityProvider),
    auditLog: bind(auditLog),
    listProjects: bind(listProjects),
    project: bind(project),
    projectCards: bind(projectCards),
    projectFigures: bind(projectFigures),
    projectSetUp: bind(projectSetUp),
    releaseVerdict: bind(releaseVerdict),
    keys: bind(keys),
    environments: bind(environments),
    projectEnvironments: bind(projectEnvironments),
    listIssues: bind(listIssues),
    isThere: bind(isThere),
    issue: bind(issue),
    issueFrequency: bind(issueFrequency),
    event: bind(event),
    eventMarkdown: bind(eventMarkdown),
    projectEvent: bind(projectEvent),
    eventsOfIssue: bind(eventsOfIssue),
    eventsOfProject: bind(eventsOfProject),
    savedSearches: bind(savedSearches),
    searchSuggestions: bind(searchSuggestions),
    tagRates: bind(tagRates),
    tagKeys: bind(tagKeys),
    tagValues: bind(tagValues),
    tags: bind(tags),
    hashes: bind(hashes),
    isRegrouped: bind(isRegrouped),
    compareGrouping: bind(compareGrouping),
    similarIssues: bind(similarIssues),
    mapOffer: bind(mapOffer),
    errorCode: bind(errorCode),
    eventLinks: bind(eventLinks),
    attachment: bind(attachment),
    listFeedback: bind(listFeedback),
    feedback: bind(feedback),
    ledger: bind(ledger),
    exportIssues: bind(exportIssues),
    exportEvents: bind(exportEvents),
    exportLedger: bind(exportLedger),
    exportAudit: bind(exportAudit),
    find: bind(find),
    apiTokens: bind(apiTokens),
    ownDsn: bind(ownDsn),
    configuration: (viewer, slug, name) => configuration(deps, viewer, slug, name),
    configurationHistory: bind(configurationHistory),
    filtered: bind(filtered),
    spike: bind(spike),
    spikesNow: bind(spikesNow),
    previewConfiguration: bind(previewConfiguration),
    releases: bind(releases),
    release: bind(release),
    releaseAdoption: bind(releaseAdoption),
    releaseEnvironments: bind(releaseEnvironments),
    releaseIssues: bind(releaseIssues),
    releaseComparison: bind(releaseComparison),
    releaseCommits: bind(releaseCommits),
    releaseDeploys: bind(releaseDeploys),
    previousWithCommits: bind(previousWithCommits),
    sourceMapCheck: bind(sourceMapCheck),
    uploads: bind(uploads),
    uploadedFiles: bind(uploadedFiles),
    releaseFiles: bind(releaseFiles),
    releaseFile: bind(releaseFile),
    assignees: bind(assignees),
    suggestedAssignees: bind(suggestedAssignees),
    resolutionChoices: bind(resolutionChoices),
    teams: bind(teams),
    suspectCommits: bind(suspectCommits),
    issueEnvironments: bind(issueEnvironments),
    previewSourceLinks: bind(previewSourceLinks),
    previewOwnership: bind(previewOwnership),
    rulesFromCodeowners: bind(rulesFromCodeowners),
  };
}
