import type { DebugId, EventId, IssueId, Level, ProjectId } from '@seismo/protocol';
import type { EntryName, EventColumn, EventCondition } from '../condition.ts';

/** A half-open range of Unix milliseconds: `fromMs` is in, `toMs` is out. */
export interface Range {
  fromMs: number;
  toMs: number;
}

/** Where an event stands in the order of an issue: by time, then by event id. */
export interface EventCursor {
  atMs: number;
  eventId: EventId;
}

/**
 * What each question needs. One file per question beside this one holds the SQL of every engine.
 * Everywhere: text is ordered by its UTF-8 bytes, half a surrogate pair is U+FFFD both stored and asked for, an empty list of
 * environments or releases means all, no `where` is any event, an empty list of projects or issues means none, and numbers in rows are integers.
 */
export interface Asks {
  /** Which of these event ids the project has already. */
  'known-event-ids': { projectId: ProjectId; eventIds: EventId[] };
  /** The event with its body, or no row. Whoever knows its time says it: then hardly anything has to be read. */
  'event-by-id': { projectId: ProjectId; eventId: EventId; atMs: number | null };
  /** The event of an issue since this moment, with its body, if there is one and not several. */
  'single-event-since': { projectId: ProjectId; issueId: IssueId; sinceMs: number };
  /** Ids of one event wherever it is among these projects (the command palette). */
  'find-event': { projectIds: ProjectId[]; eventId: EventId };
  /** Events of an issue, newest first, keyset-paged. `environments: []` means all. */
  'events-of-issue': {
    projectId: ProjectId;
    issueId: IssueId;
    environments: string[];
    range: Range | null;
    where: EventCondition | null;
    before: EventCursor | null;
    count: number;
  };
  /** The same, oldest first. */
  'first-events-of-issue': {
    projectId: ProjectId;
    issueId: IssueId;
    environments: string[];
    range: Range | null;
    where: EventCondition | null;
    after: EventCursor | null;
    count: number;
  };
  /** Where the newest of these events stands, if there are any. */
  'newest-of-issue': {
    projectId: ProjectId;
    issueId: IssueId;
    environments: string[];
    range: Range | null;
    where: EventCondition | null;
  };
  /** The neighbours of one event among those of its issue, in time; `position` counts the events up to and including `at`. */
  'event-neighbours': {
    projectId: ProjectId;
    issueId: IssueId;
    at: EventCursor;
    environments: string[];
    range: Range | null;
    where: EventCondition | null;
  };
  /** Events of projects, newest first, keyset-paged. */
  'events-of-project': {
    projectId: ProjectId;
    where: EventCondition | null;
    before: EventCursor | null;
    count: number;
  };
  /** Events of any of these projects, newest first, keyset-paged. */
  'linked-events': {
    projectIds: ProjectId[];
    where: EventCondition | null;
    before: EventCursor | null;
    count: number;
  };
  /** Events in the range by what they have in these keys, in this order, ties in the order of the keys as JSON. */
  'event-groups': {
    projectIds: ProjectId[];
    environments: string[];
    where: EventCondition | null;
    range: Range;
    /** None: all events are one group, unless there are none. */
    by: EventKey[];
    order: { measure: EventMeasure; descending: boolean } | null;
    offset: number;
    count: number;
  };
  /** The newest events of a project with their bodies, newest first. */
  'newest-bodies': { projectId: ProjectId; count: number };
  /** Issues that have an event in the range, with how many; only those of batches after `sinceSequence`, if it is a number. */
  'issues-in-range': {
    projectIds: ProjectId[];
    environments: string[];
    releases: string[];
    where: EventCondition | null;
    range: Range;
    sinceSequence: number | null;
  };
  /** When each of these issues was last seen by the events of batches up to this one; those without any have no row. */
  'last-seen-through': { projectIds: ProjectId[]; issueIds: IssueId[]; sequence: number };
  /** How many people each of these issues had in the range. Issues with events of nobody known have no row. */
  'issue-users': {
    projectIds: ProjectId[];
    issueIds: IssueId[];
    environments: string[];
    releases: string[];
    where: EventCondition | null;
    range: Range;
  };
  /** Events per bucket and issue. Buckets are `bucketMs` wide and start at multiples of it since the epoch; empty ones have no row. */
  'issue-series': {
    projectIds: ProjectId[];
    issueIds: IssueId[];
    environments: string[];
    releases: string[];
    where: EventCondition | null;
    range: Range;
    bucketMs: number;
  };
  /** What `issue-series` and `issue-users` answer, in one go. */
  'issue-figures': Asks['issue-series'];
  /** The most frequent values of every tag of an issue: at most `valuesPerTag` values a tag, with the tag's total. */
  'tags-of-issue': { projectId: ProjectId; issueId: IssueId; valuesPerTag: number };
  /**
   * The most frequent values of every tag of an issue in the range, at most `valuesPerTag` a tag, with how many events of the
   * whole project have them there.
   */
  'tag-rates': { projectId: ProjectId; issueId: IssueId; range: Range; valuesPerTag: number };
  /** What the events of an issue are grouped by: the hashes with most events first, then in their order. */
  'hashes-of-issue': { projectId: ProjectId; issueId: IssueId };
  /** Events of an issue that would have another hash by source maps that came after them, by both hashes; most events first. */
  'groups-by-map': { projectId: ProjectId; issueId: IssueId; count: number };
  /** What an issue's numbers are, counted anew; issues without events have no row. In the order of the issues. */
  'issue-sums': { projectId: ProjectId; issueIds: IssueId[] };
  /** The environments in which an issue was seen, `''` among them, in their order. Releases as in `issue-sums`. */
  'issue-environments': { projectId: ProjectId; issueId: IssueId };
  /** The people of an issue, in the order of their keys. */
  'issue-people': { projectId: ProjectId; issueId: IssueId };
  /** The names of tags that the newest `sampleCount` events have, the most frequent first. */
  'tag-keys': { projectIds: ProjectId[]; sampleCount: number; count: number };
  /** The values of a tag or an attribute that the newest `sampleCount` events have and that contain this, without case. */
  'tag-values': EntryName & { projectIds: ProjectId[]; contains: string; sampleCount: number; count: number };
  /** Attachments of an event. */
  'attachments-of-event': { projectId: ProjectId; eventId: EventId };
  /** Events with an attachment of this content, at most so many. */
  'events-with-blob': { projectId: ProjectId; blobKey: string; count: number };
  /** The ledger's cells in the range, summed; of one client key, if it is named. Zero sums have no row. */
  'ledger-totals': { projectIds: ProjectId[]; range: Range; keyId?: number };
  /** The same by the client key that items came in by, and when the last of a cell did; reasons summed up. */
  'ledger-by-key': { projectIds: ProjectId[]; range: Range };
  /** Cells of one outcome per bucket and client key, of one kind and one reason if they are named (`null`: any). */
  'ledger-course': {
    projectIds: ProjectId[];
    range: Range;
    bucketMs: number;
    keyId?: number;
    itemKind: string | null;
    outcome: string;
    reason: string | null;
  };
  /** What became of frames that a source map could be for, of events in the range. */
  'map-coverage': { projectId: ProjectId; range: Range };
  /** How many events an upload may help: frames of them are not mapped, and their release or a debug id is among these. */
  'repairable-count': Repairable;
  /** Those events with their bodies, newest first, keyset-paged. */
  'repairable-bodies': Repairable & { before: EventCursor | null; count: number };
  /** Events that were stored, by the hour in which they arrived. Hours without any have no row. */
  'stored-per-hour': { projectIds: ProjectId[]; range: Range };
  /** The ledger per bucket, item kinds summed up: for the flow over time. */
  'ledger-series': { projectIds: ProjectId[]; range: Range; bucketMs: number; keyId?: number };
  /**
   * Sessions and people of these releases, and of all together. Only states that started within the range are looked at; of
   * those with one session id in one project the last counts, by sequence and then by order of arrival. Aggregates add as
   * they are.
   */
  'session-shares': Shares;
  /** The same per bucket, over all of the projects. */
  'session-share-series': Shares & { bucketMs: number };
  /** Events and people of these releases, and of all together. */
  'event-shares': Shares;
  'event-share-series': Shares & { bucketMs: number };
  /** Events and people of projects, per bucket and in all. */
  'project-figures': Omit<Shares, 'releases'> & { bucketMs: number };
  /** Where the release was seen, by its events of all time, and where how many sessions in the range were of it. */
  'event-environments': { projectIds: ProjectId[]; release: string };
  'session-environments': { projectIds: ProjectId[]; release: string; range: Range };
  /** Releases that have an event or a session in one of these environments. */
  'releases-in-environments': { projectIds: ProjectId[]; environments: string[] };
  /** How many events there are, over everything. */
  'event-count': Record<string, never>;
}

/** What releases have of something. No environment is named: in any. */
interface Shares {
  projectIds: ProjectId[];
  environments: string[];
  releases: string[];
  range: Range;
}

/** No release (`''`) means none. */
interface Repairable {
  projectId: ProjectId;
  release: string;
  debugIds: DebugId[];
}

/** What events are grouped by. Buckets of time start at multiples of their length since the epoch. */
export type EventKey =
  | { column: EventColumn | 'title' }
  | EntryName
  | { number: 'issueId' | 'projectId' }
  | { handled: true }
  | { bucketMs: number };

/** `users` and `issues` are distinct ones, exactly. */
export type EventMeasure = 'events' | 'users' | 'issues' | 'firstSeenAtMs' | 'lastSeenAtMs';

export interface EventHead {
  eventId: EventId;
  projectId: ProjectId;
  issueId: IssueId;
  atMs: number;
  receivedAtMs: number;
  level: Level;
  platform: string;
  environment: string;
  release: string;
  transaction: string;
  userKey: string;
  handled: boolean | null;
  title: string;
  culprit: string;
  tags: Record<string, string>;
  /** As in `EventRow`. */
  attributes: Record<string, string>;
  hash: string;
}

export interface EventBody extends EventHead {
  dist: string;
  traceId: string;
  digest: string;
  body: Uint8Array;
}

export interface Rows {
  'known-event-ids': { eventId: EventId };
  'event-by-id': EventBody;
  'single-event-since': EventBody;
  'find-event': { projectId: ProjectId; issueId: IssueId; eventId: EventId };
  'events-of-issue': EventHead;
  'first-events-of-issue': EventHead;
  'newest-of-issue': EventCursor;
  /** One row; `null` where there is none. `first` and `last` are the oldest and newest. */
  'event-neighbours': {
    previous: EventId | null;
    next: EventId | null;
    first: EventId | null;
    last: EventId | null;
    position: number;
    total: number;
  };
  'events-of-project': EventHead;
  /** `keys` in the order of `by`, or one that is `''`; what an event does not have is `''`. Numbers are text, and a time is the start of its bucket. */
  'event-groups': { keys: string[] } & Record<EventMeasure, number>;
  'linked-events': EventHead & { traceId: string; digest: string };
  /** `lastSequence` is that of the newest batch of which an event was counted. */
  'issues-in-range': { issueId: IssueId; events: number; lastSequence: number };
  'last-seen-through': { issueId: IssueId; atMs: number };
  /** `users` counts distinct non-empty user keys, exactly. */
  'issue-users': { issueId: IssueId; users: number };
  'issue-series': { issueId: IssueId; bucketAtMs: number; events: number };
  /** Per issue its buckets with their events and no people, then a row without a bucket that counts its people, if any. */
  'issue-figures': { issueId: IssueId; bucketAtMs: number | null; events: number; users: number };
  /** `events` of the value; `tagEvents` of all values of the tag; ordered by key, then events descending, then value. */
  'tags-of-issue': { key: string; value: string; events: number; tagEvents: number; distinctValues: number };
  /** `issueEvents` and `projectEvents` of the value; totals over all events of either. Ordered by key, then as frequent. */
  'tag-rates': {
    key: string;
    value: string;
    issueEvents: number;
    projectEvents: number;
    distinctValues: number;
    issueTotal: number;
    projectTotal: number;
  };
  /** The newest event stands for its hash. */
  'hashes-of-issue': {
    hash: string;
    events: number;
    users: number;
    firstSeenAtMs: number;
    lastSeenAtMs: number;
    eventId: EventId;
    title: string;
  };
  'groups-by-map': Rows['hashes-of-issue'] & { mappedHash: string; culprit: string };
  /** Releases are the earliest and the latest that an event named, `''` if none did; `eventId` is the newest event's. */
  'issue-sums': {
    issueId: IssueId;
    events: number;
    firstSeenAtMs: number;
    lastSeenAtMs: number;
    firstRelease: string;
    lastRelease: string;
    eventId: EventId;
  };
  'issue-environments': {
    environment: string;
    events: number;
    users: number;
    firstSeenAtMs: number;
    lastSeenAtMs: number;
    firstRelease: string;
    lastRelease: string;
  };
  'issue-people': { userKey: string };
  'tag-keys': { key: string; events: number };
  'tag-values': { value: string; events: number };
  'attachments-of-event': {
    atMs: number;
    filename: string;
    contentType: string;
    attachmentType: string;
    bytes: number;
    blobKey: string;
  };
  'events-with-blob': { eventId: EventId };
  'newest-bodies': { eventId: EventId; issueId: IssueId; atMs: number; body: Uint8Array };
  /**
   * Per release a row with the fault `''`, which counts the frames that are mapped and all events that have a frame which a
   * map could be for; then one per fault with its frames and events. `eventId` is the newest of those events. By release,
   * then fault.
   */
  'map-coverage': {
    release: string;
    fault: string;
    frames: number;
    events: number;
    eventId: EventId;
    issueId: IssueId;
    atMs: number;
  };
  'repairable-count': { events: number };
  'repairable-bodies': { eventId: EventId; issueId: IssueId; atMs: number; body: Uint8Array };
  'stored-per-hour': { projectId: ProjectId; hourAtMs: number; events: number };
  'ledger-totals': { itemKind: string; outcome: string; reason: string; quantity: number };
  'ledger-by-key': {
    projectId: ProjectId;
    keyId: number;
    itemKind: string;
    outcome: string;
    quantity: number;
    lastAtMs: number;
  };
  'ledger-course': { bucketAtMs: number; projectId: ProjectId; keyId: number; quantity: number; lastAtMs: number };
  'ledger-series': { bucketAtMs: number; outcome: string; quantity: number };
  /**
   * By project, then release; last of each project what all of its releases have together (`null`), if that is anything.
   * `users` are distinct non-empty keys of the project, `crashedUsers` those of them with a crashed session.
   */
  'session-shares': {
    projectId: ProjectId;
    release: string | null;
    sessions: number;
    errored: number;
    crashed: number;
    abnormal: number;
    users: number;
    crashedUsers: number;
  };
  /** By release, all of them together (`null`) last; then by bucket. Buckets without any have no row. */
  'session-share-series': { release: string | null; bucketAtMs: number; sessions: number; crashed: number };
  /** As `session-shares`. */
  'event-shares': { projectId: ProjectId; release: string | null; events: number; users: number };
  'event-share-series': { release: string | null; bucketAtMs: number; events: number };
  /** Per project its buckets that have events, then a row without a bucket for the range. `users` as in `issue-users`. */
  'project-figures': { projectId: ProjectId; bucketAtMs: number | null; events: number; users: number };
  'event-environments': {
    environment: string;
    events: number;
    users: number;
    firstSeenAtMs: number;
    lastSeenAtMs: number;
  };
  /** Every environment with a session; `allSessions` are those of every release there. */
  'session-environments': { environment: string; sessions: number; crashed: number; allSessions: number };
  'releases-in-environments': { release: string };
  'event-count': { events: number };
}

export type QuestionName = keyof Asks;
