import type { IssueId, OrganizationId, ProjectId, UserId } from '@seismo/protocol';
import type { AlertTrigger } from '#domain/alerts/triggers.ts';

export interface AlertReads {
  /** By project, then in order of creation. */
  listAlertRules(projectIds: ProjectId[]): Promise<AlertRule[]>;
  /** The matches of these rules for these issues since then that led to a message, one for each time. */
  sentMatches(ruleIds: number[], issueIds: IssueId[], sinceMs: number): Promise<SentMatch[]>;
  /** Newest first, with an ID below `before`. */
  listAlerts(projectIds: ProjectId[], before: number | null, count: number): Promise<Alert[]>;
  alertsByIds(ids: number[]): Promise<Alert[]>;
  /** In order of creation. */
  deliveriesOfAlerts(alertIds: number[]): Promise<(Delivery & { alertId: number })[]>;
  delivery(id: number): Promise<Delivery | null>;
  /** Of a delivery, newest first. */
  alertIdsOf(deliveryId: number): Promise<number[]>;
  /** In order. */
  attemptsOf(deliveryIds: number[]): Promise<DeliveryAttempt[]>;
  /** Queued ones whose time has come, the longest due first. */
  dueDeliveries(nowMs: number, count: number): Promise<Delivery[]>;
  /** When the next queued delivery is due. */
  nextDeliveryAtMs(): Promise<number | null>;
  /** Deliveries to this user due after `sinceMs`, in order of time. */
  recentDeliveries(userId: UserId, sinceMs: number): Promise<Delivery[]>;
}

export interface AlertWrites {
  addAlertRules(rules: Omit<AlertRule, 'id'>[]): Promise<void>;
  setAlertRuleEnabled(id: number, enabled: boolean): Promise<void>;
  /** Returns their IDs in order. */
  addAlerts(alerts: Omit<Alert, 'id'>[]): Promise<number[]>;
  addDelivery(delivery: Omit<Delivery, 'id' | 'status' | 'endedAtMs'>): Promise<number>;
  addToDelivery(deliveryId: number, alertIds: number[]): Promise<void>;
  /** Its attempts so far, with this one; `null` unless it is queued. */
  beginAttempt(deliveryId: number, nowMs: number): Promise<number | null>;
  endAttempt(deliveryId: number, ended: EndedAttempt): Promise<void>;
  /** Queues a failed or canceled delivery again. */
  requeueDelivery(deliveryId: number, nowMs: number): Promise<void>;
  /** Queues what was being sent when a server stopped: whether it arrived is unknown. */
  requeueInterrupted(nowMs: number): Promise<void>;
  cancelQueuedDeliveries(nowMs: number): Promise<void>;
  /** Deletes alerts decided before then and deliveries that ended before then, at most `count` of each. */
  trimAlerts(beforeMs: number, count: number): Promise<void>;
}

/** `enabled`: a disabled rule never fires. */
export interface AlertRule {
  id: number;
  projectId: ProjectId;
  name: string;
  triggerKind: AlertTrigger;
  /** Issues that it concerns, in the search language; `''` for all. */
  query: string;
  enabled: boolean;
  createdAtMs: number;
}

/** Why a rule fired and no message was queued. */
export const suppressions = [
  /** Of the same issue and rule a short time ago. */
  'repeated',
  /** The issue keeps coming back. */
  'flapping',
  /** The events are older than a day, as those of an import. */
  'old',
  /** The server was restored from a backup and does not connect to other hosts yet. */
  'paused',
  /** The server has no mail server. */
  'no-email',
  'no-recipient',
] as const;
export type Suppression = (typeof suppressions)[number];

/** One or more rules fired for an issue. */
export interface Alert {
  id: number;
  projectId: ProjectId;
  issueId: IssueId;
  happenedAtMs: number;
  decidedAtMs: number;
  /** By rule. `suppressed`: `null` if a message was queued. */
  matches: { ruleId: number; suppressed: Suppression | null }[];
}

export interface SentMatch {
  ruleId: number;
  issueId: IssueId;
  decidedAtMs: number;
}

/** One message to one recipient, by email. */
export interface Delivery {
  id: number;
  organizationId: OrganizationId;
  userId: UserId;
  isTest: boolean;
  status: DeliveryStatus;
  queuedAtMs: number;
  /** When it is sent, or sent again. */
  dueAtMs: number;
  /** When it was sent, failed or was canceled. */
  endedAtMs: number | null;
}

export type DeliveryStatus = 'queued' | 'sending' | 'sent' | 'failed' | 'canceled';

export interface DeliveryAttempt {
  deliveryId: number;
  number: number;
  startedAtMs: number;
  /** `null`: it is under way, or the server stopped meanwhile. */
  endedAtMs: number | null;
  /** Of the receiver, or why it could not be sent. */
  answer: string;
}

export interface EndedAttempt {
  number: number;
  atMs: number;
  answer: string;
  status: Extract<DeliveryStatus, 'sent' | 'failed' | 'canceled'> | 'queued';
  /** Of the next attempt, if it is queued. */
  dueAtMs: number | null;
}
