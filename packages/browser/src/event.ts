/** The payloads, with the field names of the Sentry protocol (develop.sentry.dev "Event Payloads", read 2026-11). */

export type SeverityLevel = 'fatal' | 'error' | 'warning' | 'log' | 'info' | 'debug';

export type Primitive = number | string | boolean | bigint | symbol | null | undefined;

export interface StackFrame {
  filename: string;
  function: string;
  in_app: boolean;
  lineno?: number;
  colno?: number;
}

export interface Mechanism {
  type: string;
  handled?: boolean;
  synthetic?: boolean;
  exception_id?: number;
  parent_id?: number;
  source?: string;
  is_exception_group?: boolean;
  data?: Record<string, string | boolean>;
}

export interface Exception {
  type?: string;
  value?: string;
  mechanism?: Mechanism;
  stacktrace?: { frames: StackFrame[] };
}

export interface Breadcrumb {
  type?: string;
  category?: string;
  level?: SeverityLevel;
  message?: string;
  data?: Record<string, unknown>;
  /** Unix seconds. */
  timestamp?: number;
}

export type BreadcrumbHint = Record<string, unknown>;

export interface User {
  id?: string | number;
  email?: string;
  username?: string;
  ip_address?: string | null;
  [key: string]: unknown;
}

export interface Attachment {
  data: string | Uint8Array;
  filename: string;
  contentType?: string;
  attachmentType?: string;
}

export type Context = Record<string, unknown>;

export interface Event {
  event_id?: string;
  type?: 'transaction' | 'feedback';
  timestamp?: number;
  start_timestamp?: number;
  platform?: string;
  level?: SeverityLevel | undefined;
  logger?: string;
  message?: string;
  logentry?: { message: string; params?: unknown[] };
  transaction?: string | undefined;
  transaction_info?: { source: string };
  server_name?: string;
  release?: string | undefined;
  dist?: string | undefined;
  environment?: string | undefined;
  exception?: { values: Exception[] };
  breadcrumbs?: Breadcrumb[];
  contexts?: Record<string, Context | null | undefined>;
  tags?: Record<string, Primitive>;
  extra?: Record<string, unknown>;
  user?: User | undefined;
  request?:
    | { url?: string; method?: string; headers?: Record<string, string | undefined>; [key: string]: unknown }
    | undefined;
  fingerprint?: string[] | undefined;
  sdk?: Record<string, unknown>;
  debug_meta?: { images: { type: string; code_file: string; debug_id: string }[] };
  spans?: Record<string, unknown>[];
  measurements?: Record<string, { value: number; unit: string }>;
}

/** Data about an event that is not sent, for `beforeSend` and event processors. */
export interface EventHint {
  event_id?: string;
  originalException?: unknown;
  /** Its stack is used if the thrown value is not an error. */
  syntheticException?: Error | undefined;
  mechanism?: Partial<Mechanism>;
  attachments?: Attachment[];
  data?: unknown;
  /** Gets the status of the answer to the event, 0 without one. */
  answered?: (status: Promise<number> | undefined) => void;
}
