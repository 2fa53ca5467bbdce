import type { EventId, IssueId, ProjectId, StoredEvent, Level } from '@seismo/protocol';
import type { Range } from '#store/telemetry/queries/query.ts';
import type { Span } from '../range.ts';
import type { SearchProblem } from '#domain/search/ast.ts';
import type { Issue } from '#store/state/contract.ts';

export interface EventView {
  eventId: EventId;
  issueId: IssueId;
  issueShortId: string;
  projectId: ProjectId;
  stored: StoredEvent;
  /** Corrected, as stored. */
  atMs: number;
  receivedAtMs: number;
  attachments: AttachmentView[];
  /** Addresses of the frames' lines at their source hosts, by `filename:line`. */
  frameLinks: Record<string, string>;
  linkedBy: LinkedBy;
  /** The span in which it happened; `null` if the event does not say. */
  spanId: string | null;
}

/** The position of an event in the filter, which it need not match. */
export interface EventNeighbors {
  previous: EventId | null;
  next: EventId | null;
  first: EventId | null;
  last: EventId | null;
  position: number;
  total: number;
}

/** The keys that link events; a missing one is `''`. */
export interface LinkedBy {
  digest: string;
  traceId: string;
  side: Side;
}

/** One event in a list: everything but its body. */
export interface EventHeadView {
  eventId: EventId;
  issueId: IssueId;
  projectId: ProjectId;
  atMs: number;
  receivedAtMs: number;
  level: Level;
  platform: string;
  environment: string;
  release: string;
  transaction: string;
  userKey: string;
  title: string;
  culprit: string;
  tags: Record<string, string>;
  /** Further fields of user and request; see `EventRow`. */
  attributes: Record<string, string>;
}

/** The filter of an issue's events. */
export interface EventScope {
  /** See docs/search.md; empty finds every event. */
  query: string;
  /** None: in any. */
  environments: string[];
  range: Span;
}

export interface EventFilter extends Omit<EventScope, 'environments'> {
  environments?: string[];
  cursor: string | null;
  count: number;
  /** For an issue's events; otherwise newest first. */
  oldestFirst?: boolean;
}

export interface EventPage {
  events: EventHeadView[];
  next: string | null;
  /** Set when the query could not be read; `events` is empty then. */
  problem: SearchProblem | null;
}

/** A table of events, or of groups of them. */
export interface EventTableFilter {
  /** Slugs or IDs; none: all. */
  projects: string[];
  environments: string[];
  /** `null`: 90 days. */
  range: Span;
  query: string;
  /** In Sentry's names; see `fields.ts`. */
  fields: string[];
  sort: string[];
  cursor: string | null;
  count: number;
}

export type TableValue = string | number | boolean | string[] | null;

/** Numbers of spans of which some were sampled: how many are stored, and how many they stand for. */
export interface Sampling {
  spans: number;
  estimated: number;
}

export interface EventTable {
  /** `unit`, if it has one: `millisecond`, `1/minute`. */
  fields: { name: string; type: string; unit: string | null }[];
  /** Values in the order of the fields. */
  rows: TableValue[][];
  /** Of all rows and of each, if aggregates are estimated; else `null`. */
  sampling: (Sampling & { rows: Sampling[] }) | null;
  next: string | null;
  problem: SearchProblem | null;
}

/** Values of tags, the most frequent first; `''` are events without the tag. */
export interface EventFacets {
  facets: { key: string; values: { value: string; events: number }[] }[];
  problem: SearchProblem | null;
}

export interface EventTimeseriesFilter extends Pick<EventTableFilter, 'projects' | 'environments' | 'range' | 'query'> {
  yAxis: string[];
  /** `null`: as long as fits the time. */
  bucketMs: number | null;
  /** One series per group of events with the same values in `fields`: the first `count` groups by `sort`. */
  groups?: { fields: string[]; sort: string | null; count: number };
}

export interface EventTimeseries {
  range: Range;
  /** When the first bucket starts; the range may start in the middle of it. */
  fromMs: number;
  bucketMs: number;
  /** `group`: the common values of its events, in the order of the fields; empty for all events. */
  series: {
    name: string;
    type: string;
    unit: string | null;
    group: TableValue[];
    values: (number | null)[];
    /** Of each value, if any of the timeseries is estimated; else `null`. */
    sampling: Sampling[] | null;
  }[];
  /** Of all values, if any is estimated; else `null`. */
  sampling: Sampling | null;
  problem: SearchProblem | null;
}

export interface AttachmentView {
  /** Stays when another attachment of the event is deleted; the same for two of the same name and content. */
  id: string;
  /** Position among the event's attachments; part of its URL. */
  index: number;
  atMs: number;
  filename: string;
  contentType: string;
  attachmentType: string;
  bytes: number;
}

export interface AttachmentBody {
  filename: string;
  contentType: string;
  bytes: number;
  /** Read it to the end or cancel it: until then it takes one of the few download slots. */
  body: ReadableStream<Uint8Array<ArrayBuffer>>;
}

/** Where an event happened, of an application that runs in two places. */
export type Side = 'server' | 'browser';

/** An event linked from another. */
export interface LinkedEventView {
  side: Side;
  atMs: number;
  title: string;
  /** Route, transaction or culprit. */
  location: string;
  environment: string;
  release: string;
  userKey: string;
  project: { slug: string; name: string };
  /** Both only for viewers with access. */
  traceId: string | null;
  open: { shortId: string; eventId: EventId } | null;
}

/** The result of an error code lookup. */
export interface ErrorCodeView {
  code: string;
  /** `null`: the code was the ID of an event that has none. */
  digest: string | null;
  /** Newest first. */
  events: LinkedEventView[];
  more: boolean;
  issues: (Pick<Issue, 'status' | 'substate' | 'resolution' | 'firstSeenAtMs' | 'lastSeenAtMs'> & {
    title: string;
    events: number;
    users: number;
    project: { slug: string; name: string };
    /** Only for viewers with access. */
    shortId: string | null;
  })[];
  /** Other errors in the traces of these events. */
  otherTraceEvents: LinkedEventView[];
}

/** The links of an event: by the digest of its error, and by its trace. */
export interface EventLinksView {
  digest: string | null;
  traceId: string | null;
  side: Side;
  /** Events of the other side with the same digest, those of the same trace first. */
  otherSide: LinkedEventView[];
  otherSideHasMore: boolean;
  /** Other events of its trace. */
  otherTraceEvents: LinkedEventView[];
}
