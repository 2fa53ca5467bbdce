import type { FrameMap } from './frame-map.ts';

/**
 * An event after normalization, with the field names of the Sentry event payload, so that any Sentry tool can read API
 * responses and exports. The `normalize` step guarantees these types. Source: develop.sentry.dev "Event Payloads", and
 * the recordings of SDKs 7 to 11 in tests/golden.
 */
export type Level = 'fatal' | 'error' | 'warning' | 'info' | 'debug';
export const levels: readonly Level[] = ['fatal', 'error', 'warning', 'info', 'debug'];

/** Any JSON value, already bounded in depth and size. */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

export interface Frame {
  function?: string;
  module?: string;
  filename?: string;
  abs_path?: string;
  /** 1-based. */
  lineno?: number;
  /** 1-based. */
  colno?: number;
  in_app?: boolean;
  /** The original `in_app`, where a stack-trace rule of the project has changed it. */
  in_app_before_rules?: boolean;
  /** The `in_app` of grouping v1, where the language's rules differ, so that issues of v1 keep their events. */
  in_app_v1?: boolean;
  pre_context?: string[];
  context_line?: string;
  post_context?: string[];
  vars?: Record<string, Json>;
  platform?: string;
  package?: string;
  instruction_addr?: string;
  /** `rel:0`: the address is relative to the first of `debug_meta.images`. Absolute without it. */
  addr_mode?: string;
  /** Where in which binary a native frame is, if the event lists the binary: `libshop.so +0x987f`. */
  image?: FrameImage;
  /** Set by the `symbolicate` step. */
  map?: FrameMap;
}

export interface FrameImage {
  /** The file's name without its folders. */
  name: string;
  debug_id?: string;
  /** Hexadecimal, from the start of the binary in memory: the same on each run of a build. */
  offset: string;
}

export interface Stacktrace {
  /** Outermost call first, the frame that threw last. */
  frames: Frame[];
}

export interface Mechanism {
  type?: string;
  handled?: boolean;
  synthetic?: boolean;
  exception_id?: number;
  parent_id?: number;
  source?: string;
  is_exception_group?: boolean;
  data?: Record<string, Json>;
  /** Error codes of the operating system: `errno`, `signal`. */
  meta?: Record<string, Json>;
}

export interface ExceptionValue {
  type?: string;
  value?: string;
  /** As it was sent, where `value` is a text made of it (a shortened React error). */
  raw_value?: string;
  module?: string;
  thread_id?: string;
  mechanism?: Mechanism;
  stacktrace?: Stacktrace;
}

export interface Thread {
  id?: string;
  name?: string;
  crashed?: boolean;
  current?: boolean;
  /** The state of the thread in its runtime's words: `RUNNABLE`, `TIMED_WAITING`. */
  state?: string;
  stacktrace?: Stacktrace;
}

export interface Breadcrumb {
  /** Unix seconds, corrected with the event's clock. */
  timestamp?: number;
  type?: string;
  category?: string;
  level?: Level;
  message?: string;
  data?: Record<string, Json>;
}

export interface EventUser {
  id?: string;
  email?: string;
  username?: string;
  name?: string;
  ip_address?: string;
  geo?: Record<string, Json>;
  data?: Record<string, Json>;
}

export interface EventRequest {
  url?: string;
  method?: string;
  query_string?: [string, string][];
  headers?: [string, string][];
  cookies?: [string, string][];
  data?: Json;
  env?: Record<string, Json>;
}

export interface EventPayload {
  event_id: string;
  /** Unix seconds, corrected by the clock step. */
  timestamp: number;
  /** Unix seconds at which Seismo accepted the envelope. */
  received: number;
  platform: string;
  level: Level;
  logger?: string;
  transaction?: string;
  server_name?: string;
  release?: string;
  dist?: string;
  environment?: string;
  culprit?: string;
  logentry?: { formatted: string; message?: string; params?: Json };
  /** Innermost cause first, the thrown error last, as SDKs send it. */
  exception?: { values: ExceptionValue[] };
  threads?: { values: Thread[] };
  stacktrace?: Stacktrace;
  breadcrumbs?: { values: Breadcrumb[] };
  contexts: Record<string, Record<string, Json>>;
  tags: Record<string, string>;
  extra: Record<string, Json>;
  user?: EventUser;
  request?: EventRequest;
  fingerprint?: string[];
  modules?: Record<string, string>;
  sdk?: { name?: string; version?: string; integrations?: string[]; packages?: { name: string; version: string }[] };
  debug_meta?: { images: Record<string, Json>[] };
  /** Notes about dropped or trimmed data. */
  _meta: MetaNote[];
}

/** A change by normalization or scrubbing: which field, what was done, and why. */
export interface MetaNote {
  /** Dotted path in the payload: `exception.values.0.value`. */
  path: string;
  /**
   * `dropped`: the value was unusable. `trimmed`: cut to the limit. `scrubbed`: a secret was removed. `corrected`: the
   * clock, or characters that are not text.
   */
  kind: 'dropped' | 'trimmed' | 'scrubbed' | 'corrected';
  /** The reason: `expected a string, got a number`, `12,311 characters, 8,192 kept`. */
  why: string;
}

/** Why an event landed where it did. Stored beside the event, shown on the issue page. */
export interface Grouping {
  /** The frozen algorithm that made it: v1 for JavaScript, v2 for other languages. */
  version: 'v1' | 'v2';
  /** 32 hex digits: the identity of the group within the project. */
  hash: string;
  /** `digest`: for a redacted server error in a browser; it joins the issue of the server's report. */
  method: 'fingerprint' | 'frames' | 'message' | 'digest';
  /** One sentence: "Grouped by 4 in-app frames of TypeError and its cause." */
  summary: string;
  components: GroupingComponent[];
}

export interface GroupingComponent {
  /** `fingerprint`, `exception`, `type`, `frame`, `message`, `digest`. */
  kind: string;
  /** The input, after normalization. */
  value: string;
  contributes: boolean;
  /** Why it counted or did not: `in-app frame`, `not in-app`, `recursion`, `message is used only without frames`. */
  why: string;
}

/** The stored parts of an event: the payload, its grouping, and its headline. */
export interface StoredEvent {
  event: EventPayload;
  grouping: Grouping;
  /**
   * The grouping by source maps that were uploaded after the event was stored; the event moves there only if a user
   * regroups.
   */
  mappedGrouping?: Grouping;
  title: string;
  culprit: string;
}
