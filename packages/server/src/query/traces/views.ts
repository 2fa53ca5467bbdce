import type { LinkedEventView } from '../events/views.ts';
import type { TimeRange } from '../range.ts';
import type { SearchProblem } from '../search/views.ts';

/** A trace as far as the viewer can read its projects. Times are Unix microseconds, corrected. */
export interface TraceView {
  traceId: string;
  /** Of the first root, wherever the rows begin; `''` without spans. */
  name: string;
  /** Names this state of the trace: rows of the same version belong together. */
  version: number;
  startUs: number;
  durationUs: number;
  spanCount: number;
  /** There are more spans than are read. */
  hasMore: boolean;
  /** Spans whose status is an error. */
  failedCount: number;
  /** Spans whose parent is not there. */
  orphanCount: number;
  /** Who took part, in the order in which they appear. */
  services: TraceService[];
  /** Requests, page loads and jobs, for an overview. */
  segments: { service: number; startUs: number; durationUs: number; hasFailed: boolean }[];
  /**
   * Errors of the trace, by time, with the span in which each happened if it is there. `offsetUs` is from the start of the
   * trace, corrected like that span.
   */
  errors: (LinkedEventView & { spanId: string | null; offsetUs: number })[];
}

export interface TraceService {
  /** What the client calls itself; `''` if it does not say. */
  name: string;
  project: { slug: string; name: string };
  spanCount: number;
  /** The clock of some of its spans was corrected by as much as this; 0 if none was. */
  shiftUs: number;
}

/** A part of the waterfall: rows as they are visible with what is collapsed and found. */
export interface TraceRows {
  version: number;
  /** How many rows are visible in all. */
  total: number;
  /** Where `rows` begin. */
  from: number;
  /** The row of the span that was asked for; `null` if it is not visible. */
  index: number | null;
  rows: TraceRow[];
}

export interface TraceRow {
  spanId: string;
  depth: number;
  /** The row of the span above; -1 for a root. */
  parent: number;
  /** Spans below, at any depth. */
  below: number;
  isCollapsed: boolean;
  /** Whether it is what the search looks for, and not only above it. */
  isFound: boolean;
  isSegment: boolean;
  isOrphan: boolean;
  /** An index of `services`. */
  service: number;
  name: string;
  op: string;
  /** The path or query of the span, if its name does not have it. */
  about: string;
  hasFailed: boolean;
  /** From the start of the trace. */
  offsetUs: number;
  durationUs: number;
  selfUs: number;
  shiftUs: number;
  /** From the start of the trace: pairs of start and end. */
  critical: number[];
}

/** The error whose trace is shown. */
export interface TracedError {
  traceId: string;
  /** In which it happened; `null` if the event does not say. */
  spanId: string | null;
  eventId: string;
  projectId: number;
  /** As stored. */
  atMs: number;
}

/** The part of a trace that explains an error: few rows of a trace of any length. */
export interface TraceExcerpt {
  /** Of the whole trace. */
  spanCount: number;
  /** Of the rows, and of the error unless it is far from them. */
  durationUs: number;
  /** Whether the span in which the error happened is among the rows. */
  hasSpan: boolean;
  /** Its spans may not have arrived yet. */
  isRecent: boolean;
  /** It is older than spans of its project are stored, which is this many days; `null` if it is not. */
  expiredDays: number | null;
  /** The same, and the project keeps this share of the traces without an error: the error may have come too late. */
  traceShare: number | null;
  services: Pick<TraceService, 'name' | 'project'>[];
  rows: ExcerptRow[];
  /** From the start of the rows; may be far from them. */
  errorOffsetUs: number;
}

export interface ExcerptRow extends Pick<
  TraceRow,
  | 'spanId'
  | 'depth'
  | 'isSegment'
  | 'isOrphan'
  | 'service'
  | 'name'
  | 'op'
  | 'about'
  | 'hasFailed'
  | 'offsetUs'
  | 'durationUs'
> {
  /** Levels between this row and the one above it that are not visible. */
  skipped: number;
  /** How many spans of this kind are below the span above; the row is the longest of them. */
  alike: number;
  /** From the start of the first to the end of the last. */
  alikeOffsetUs: number;
  alikeDurationUs: number;
  /** Whether the error happened in this span. */
  hasError: boolean;
  otherErrors: { title: string; offsetUs: number }[];
}

/** Every detail of a span. */
export interface SpanView {
  spanId: string;
  parentSpanId: string;
  isSegment: boolean;
  segmentName: string;
  startUs: number;
  durationUs: number;
  receivedAtMs: number;
  name: string;
  op: string;
  kind: string;
  status: string;
  service: string;
  environment: string;
  release: string;
  /** The shares of such traces that the client sends and the server keeps; `null`: not decided yet. */
  clientSampleRate: number;
  serverSampleRate: number | null;
  project: { slug: string; name: string };
  attributes: [name: string, value: string][];
  events: { atUs: number; name: string; attributes: [name: string, value: string][] }[];
  links: { traceId: string; spanId: string; attributes: [name: string, value: string][] }[];
}

export interface SegmentFilter {
  /** None: all. */
  projects: string[];
  environments: string[];
  range: TimeRange;
  /** Of spans. */
  query: string;
  sort: 'newest' | 'longest';
  cursor: string | null;
  count: number;
}

export interface SegmentPage {
  segments: SegmentView[];
  next: string | null;
  problem: SearchProblem | null;
}

/** The first span of a service in a trace: a request, a page load, a job. */
export interface SegmentView {
  traceId: string;
  spanId: string;
  startUs: number;
  durationUs: number;
  name: string;
  op: string;
  status: string;
  service: string;
  environment: string;
  release: string;
  project: { slug: string; name: string };
}
