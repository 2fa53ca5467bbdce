import type { EventId } from '@seismo/protocol';
import type { SharedEvent } from './redact-user-data.ts';

/** The links with which visitors without an account can read an issue. */
export interface ShareLinksView {
  mayShare: boolean;
  /** By the organization. */
  allowed: boolean;
  shares: {
    id: number;
    /** The event that it shows. */
    eventId: EventId;
    /** `null`: the command line, or a deleted user. */
    by: string | null;
    createdAtMs: number;
    expiresAtMs: number;
    lastOpenedAtMs: number | null;
  }[];
}

/** The contents of a shared link. */
export interface SharedIssueView {
  shortId: string;
  project: string;
  firstSeenAtMs: number;
  lastSeenAtMs: number;
  eventCount: number;
  userCount: number;
  expiresAtMs: number;
  event: SharedEvent;
}
