import type { IssueId, Level } from '@seismo/protocol';
import type { AlertTrigger } from '#domain/alerts/triggers.ts';
import type { DeliveryStatus, Suppression } from '#store/state/contract.ts';
import type { ProjectOfRow } from '../projects/views.ts';

export interface AlertRuleView {
  id: number;
  project: ProjectOfRow;
  name: string;
  trigger: AlertTrigger;
  /** The trigger in words. */
  when: string;
  /** Issues that it concerns, in the search language; `''` for all. */
  query: string;
  enabled: boolean;
}

export interface AlertPage {
  /** Newest first. */
  alerts: AlertView[];
  /** The cursor of the next page. */
  next: string | null;
}

export interface AlertView {
  id: number;
  project: ProjectOfRow;
  issue: { id: IssueId; shortId: string; type: string; value: string; culprit: string; level: Level };
  /** When the issue changed. */
  happenedAtMs: number;
  decidedAtMs: number;
  /** The rules that fired. `suppressed`: why this one sent no message; `null` if it did. */
  matches: { ruleName: string; when: string; suppressed: Suppression | null }[];
  deliveries: DeliveryView[];
}

export interface DeliveryView {
  id: number;
  /** The recipient. */
  to: { name: string; email: string };
  status: DeliveryStatus;
  queuedAtMs: number;
  /** When it is sent, or sent again, if it is queued. */
  dueAtMs: number;
  endedAtMs: number | null;
  /** In order. */
  attempts: { number: number; startedAtMs: number; endedAtMs: number | null; answer: string }[];
}

/** Whether the server can send email, and why not. */
export interface EmailStatus {
  isConfigured: boolean;
  /** The sender's address; `null` if it is not configured. */
  from: string | null;
  /** Why it sends nothing at present, although it is configured. */
  paused: string | null;
}
