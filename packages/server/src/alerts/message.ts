import type { Level } from '@seismo/protocol';
import type { AlertTrigger } from '#domain/alerts/triggers.ts';

/** What a message says, the same in every channel. Its texts come from events: channels must treat them as hostile. */
export interface AlertMessage {
  /** Of the delivery: the same for every attempt, so that receivers can recognize a repeated one. */
  id: number;
  queuedAtMs: number;
  /** A message without issues, sent to test the channel. */
  isTest: boolean;
  /** The issues that came last, at most `DELIVERY_ISSUE_COUNT_MAX`. */
  issues: AlertedIssue[];
  /** With those that are not in `issues`. */
  issueCount: number;
  /** The page that lists all alerts. */
  alertsUrl: string;
}

export interface AlertedIssue {
  id: number;
  shortId: string;
  title: string;
  /** The exception's message; `''` if the title has it. */
  detail: string;
  culprit: string;
  level: Level;
  project: string;
  url: string;
  /** Why the rules fired: one per trigger, with the names of the rules. */
  reasons: { trigger: AlertTrigger; ruleNames: string[] }[];
  eventCount: number;
  userCount: number;
  firstSeenAtMs: number;
  lastSeenAtMs: number;
  /** `''` if unknown. */
  release: string;
  /** No further message about this issue is sent for a day. */
  isFlapping: boolean;
}
