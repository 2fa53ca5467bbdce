import { attachmentsOfEvent } from './attachments-of-event.ts';
import { eventEnvironments, releasesInEnvironments, sessionEnvironments } from './environments-of-release.ts';
import { eventById } from './event-by-id.ts';
import { eventCount } from './event-count.ts';
import { eventGroups } from './event-groups.ts';
import { eventNeighbours } from './event-neighbours.ts';
import { eventShareSeries } from './event-share-series.ts';
import { eventShares } from './event-shares.ts';
import { eventsOfIssue } from './events-of-issue.ts';
import { eventsOfProject } from './events-of-project.ts';
import { eventsWithBlob } from './events-with-blob.ts';
import { findEvent } from './find-event.ts';
import { groupsByMap } from './groups-by-map.ts';
import { hashesOfIssue } from './hashes-of-issue.ts';
import type { QuestionName } from './index.ts';
import { firstEventsOfIssue } from './first-events-of-issue.ts';
import { issueEnvironments } from './issue-environments.ts';
import { issueFigures } from './issue-figures.ts';
import { issuePeople } from './issue-people.ts';
import { issueSeries } from './issue-series.ts';
import { issueSums } from './issue-sums.ts';
import { issueUsers } from './issue-users.ts';
import { issuesInRange } from './issues-in-range.ts';
import { knownEventIds } from './known-event-ids.ts';
import { linkedEvents } from './linked-events.ts';
import { lastSeenThrough } from './last-seen-through.ts';
import { ledgerByKey } from './ledger-by-key.ts';
import { ledgerCourse } from './ledger-course.ts';
import { ledgerSeries } from './ledger-series.ts';
import { ledgerTotals } from './ledger-totals.ts';
import { mapCoverage } from './map-coverage.ts';
import { newestBodies } from './newest-bodies.ts';
import { newestOfIssue } from './newest-of-issue.ts';
import { projectFigures } from './project-figures.ts';
import type { Question } from './question.ts';
import { repairableBodies, repairableCount } from './repairable.ts';
import { sessionShareSeries } from './session-share-series.ts';
import { sessionShares } from './session-shares.ts';
import { singleEventSince } from './single-event-since.ts';
import { storedPerHour } from './stored-per-hour.ts';
import { tagKeys } from './tag-keys.ts';
import { tagRates } from './tag-rates.ts';
import { tagValues } from './tag-values.ts';
import { tagsOfIssue } from './tags-of-issue.ts';

export const questions: { readonly [Name in QuestionName]: Question<Name> } = {
  'known-event-ids': knownEventIds,
  'event-by-id': eventById,
  'single-event-since': singleEventSince,
  'find-event': findEvent,
  'events-of-issue': eventsOfIssue,
  'first-events-of-issue': firstEventsOfIssue,
  'newest-of-issue': newestOfIssue,
  'event-neighbours': eventNeighbours,
  'events-of-project': eventsOfProject,
  'linked-events': linkedEvents,
  'newest-bodies': newestBodies,
  'map-coverage': mapCoverage,
  'repairable-count': repairableCount,
  'repairable-bodies': repairableBodies,
  'stored-per-hour': storedPerHour,
  'issues-in-range': issuesInRange,
  'issue-users': issueUsers,
  'issue-series': issueSeries,
  'issue-figures': issueFigures,
  'tags-of-issue': tagsOfIssue,
  'tag-rates': tagRates,
  'hashes-of-issue': hashesOfIssue,
  'groups-by-map': groupsByMap,
  'issue-sums': issueSums,
  'issue-people': issuePeople,
  'issue-environments': issueEnvironments,
  'tag-keys': tagKeys,
  'tag-values': tagValues,
  'attachments-of-event': attachmentsOfEvent,
  'events-with-blob': eventsWithBlob,
  'last-seen-through': lastSeenThrough,
  'ledger-totals': ledgerTotals,
  'ledger-by-key': ledgerByKey,
  'ledger-course': ledgerCourse,
  'ledger-series': ledgerSeries,
  'session-shares': sessionShares,
  'session-share-series': sessionShareSeries,
  'event-shares': eventShares,
  'event-share-series': eventShareSeries,
  'project-figures': projectFigures,
  'event-environments': eventEnvironments,
  'session-environments': sessionEnvironments,
  'releases-in-environments': releasesInEnvironments,
  'event-count': eventCount,
  'event-groups': eventGroups,
};
