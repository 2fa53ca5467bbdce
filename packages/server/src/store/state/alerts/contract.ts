import type { IssueId, OrganizationId, ProjectId, UserId } from '@seismo/protocol';
import type { ChannelKind, ContentLevel } from '#domain/alerts/channel-kinds.ts';
import type { MetricCondition, RuleCondition, WindowCondition } from '#domain/alerts/conditions.ts';
import type { Escalation } from '#domain/alerts/escalation.ts';
import type { Evaluation, Report } from '#domain/alerts/reports.ts';
import type { Schedule } from '#domain/alerts/schedule.ts';
import type { AlertTrigger } from '#domain/alerts/triggers.ts';
import type { Assignee } from '#domain/ownership/assignee.ts';

export interface AlertReads {
  /** By project, then in order of creation, without deleted ones. */
  listAlertRules(projectIds: ProjectId[]): Promise<AlertRule[]>;
  /** With deleted ones. */
  alertRulesByIds(ids: number[]): Promise<AlertRule[]>;
  /** The rules of all projects that have numbers to evaluate: those that are on, in order of creation. */
  measuringRules(): Promise<(AlertRule & { condition: WindowCondition })[]>;
  /** What happened to issues of a project since then that a rule can wait for, the newest first. */
  issueHistory(projectId: ProjectId, sinceMs: number, count: number): Promise<IssueHappening[]>;
  /** The matches of these rules since then for these issues, or for none, whether or not they led to a message. */
  recentMatches(ruleIds: number[], issueIds: (IssueId | null)[], sinceMs: number): Promise<RecentMatch[]>;
  /** Newest first, with an ID below `before`. */
  listAlerts(projectIds: ProjectId[], before: number | null, count: number): Promise<Alert[]>;
  alertsByIds(ids: number[]): Promise<Alert[]>;
  /** The alerts of an issue that led to a message. */
  alertedTimes(issueId: IssueId): Promise<{ count: number; lastId: number | null }>;
  /** Of these alerts, by alert and rule. */
  escalationsOf(alertIds: number[]): Promise<Escalating[]>;
  /** Those whose time has come, the longest due first. */
  dueEscalations(nowMs: number, count: number): Promise<Escalating[]>;
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
  /** Deliveries to this recipient due after `sinceMs`, in order of time. */
  recentDeliveries(to: Recipient, sinceMs: number): Promise<Delivery[]>;
  /** By organization, then in order of creation, without deleted ones. */
  listChannels(organizationIds: OrganizationId[]): Promise<Channel[]>;
  /** With deleted ones. */
  channelsByIds(ids: number[]): Promise<Channel[]>;
  /** Of all organizations, without deleted ones. */
  channelsOfKind(kind: ChannelKind): Promise<Channel[]>;
  /** The last attempt that ended, and when the last message was sent. */
  channelRecord(id: number): Promise<ChannelRecord>;
  /** The first message about a subject in a channel, by the ID that the service gave it; `null` if there is none. */
  channelThread(channelId: number, subject: string): Promise<string | null>;
}

type Change<T> = { [K in keyof T]?: T[K] | undefined };

export interface AlertWrites {
  addAlertRules(rules: NewAlertRule[]): Promise<number[]>;
  changeAlertRule(id: number, change: Change<Omit<NewAlertRule, 'projectId' | 'createdAtMs'>>): Promise<void>;
  /** `null`: its condition has changed. */
  setEvaluated(ruleId: number, evaluated: Evaluation | null): Promise<void>;
  /** Past alerts keep its name. */
  deleteAlertRule(id: number, nowMs: number): Promise<void>;
  addChannel(channel: NewChannel): Promise<number>;
  changeChannel(id: number, change: Change<Omit<NewChannel, 'organizationId' | 'kind' | 'createdAtMs'>>): Promise<void>;
  /** `null`: it works again. */
  setChannelReported(id: number, atMs: number | null): Promise<void>;
  /** Cancels what waits for it. Past messages keep its name, nothing keeps its settings. */
  deleteChannel(id: number, nowMs: number): Promise<void>;
  /** Another message may have begun the thread meanwhile: it stays. */
  useChannelThread(thread: ChannelThread): Promise<void>;
  /** The service does not have the message any more. */
  forgetChannelThread(channelId: number, subject: string): Promise<void>;
  /** Forgets threads that were not used since. */
  trimChannelThreads(usedBeforeMs: number): Promise<void>;
  /** Returns their IDs in order. */
  addAlerts(alerts: NewAlert[]): Promise<number[]>;
  /** `false` if it was acknowledged before. No alert about the same issue, or about the same metric, escalates then. */
  acknowledgeAlert(
    alert: Pick<Alert, 'id' | 'issueId' | 'matches'>,
    by: UserId | null,
    nowMs: number,
  ): Promise<boolean>;
  addEscalations(escalations: Escalating[]): Promise<void>;
  endEscalations(escalations: Escalating[]): Promise<void>;
  /** Whether a rule sends no email to a user who would get it. */
  setMuted(ruleId: number, userId: UserId, isMuted: boolean): Promise<void>;
  addDelivery(delivery: NewDelivery): Promise<number>;
  addToDelivery(deliveryId: number, alertIds: number[]): Promise<void>;
  /** Its attempts so far, with this one; `null` unless it is queued. */
  beginAttempt(deliveryId: number, nowMs: number): Promise<number | null>;
  endAttempt(deliveryId: number, ended: EndedAttempt): Promise<void>;
  /** Queues a failed or canceled delivery again. */
  requeueDelivery(deliveryId: number, nowMs: number): Promise<void>;
  /** Queues what was being sent when a server stopped: whether it arrived is unknown. */
  requeueInterrupted(nowMs: number): Promise<void>;
  /** With escalations. */
  cancelQueuedDeliveries(nowMs: number): Promise<void>;
  /** Deletes alerts decided before then and deliveries that ended before then, at most `count` of each. */
  trimAlerts(beforeMs: number, count: number): Promise<void>;
}

/** `enabled`: a disabled rule never fires. `toTeam`: email to the team of the project, or the owners. */
export interface AlertRule {
  id: number;
  projectId: ProjectId;
  name: string;
  triggerKind: AlertTrigger;
  /** Issues that it concerns, in the search language; `''` for all. */
  query: string;
  enabled: boolean;
  toTeam: boolean;
  /** In order, without the channels that every rule sends to. */
  channelIds: number[];
  /** Issues with events in one of them; none: in any. */
  environments: string[];
  /** The numbers of a trigger that has some. */
  condition: RuleCondition | null;
  /** Of a rule with numbers, after the last window that was evaluated; `null` before the first one. About issues, it is always `ok`. */
  evaluated: Evaluation | null;
  /** The shortest time between two messages about the same issue, or because a metric got worse. */
  repeatMs: number;
  /** When it may send; `null`: at any time. */
  schedule: Schedule | null;
  /** Until then it sends nothing. */
  snoozedUntilMs: number | null;
  /** Whom it reports to if an alert is not acknowledged. */
  escalation: Escalation | null;
  /** Whether it says that an issue was resolved that it had reported. */
  reportsResolved: boolean;
  /** Whom to ask about it. */
  owner: Assignee | null;
  /** Users to whom it sends no email. */
  mutedBy: UserId[];
  deletedAtMs: number | null;
  createdAtMs: number;
}

export type NewAlertRule = Omit<AlertRule, 'id' | 'evaluated' | 'mutedBy' | 'deletedAtMs'>;

/** What the history of an issue has. */
export type HistoryTrigger = Exclude<
  AlertTrigger,
  'first-issue' | 'event-frequency' | 'user-frequency' | 'release' | 'metric'
>;

export interface IssueHappening {
  issueId: IssueId;
  trigger: HistoryTrigger;
  /** The environment or release in which it was seen first. */
  value: string | null;
  atMs: number;
}

/** Why a rule fired and no message was queued. */
export const suppressions = [
  /** Of the same issue and rule a short time ago. */
  'repeated',
  /** The issue keeps coming back. */
  'flapping',
  /** The events are older than a day, as those of an import. */
  'old',
  /** By a user, until a time. */
  'snoozed',
  /** A maintenance window silences the rules of the project. */
  'maintenance',
  /** The server was restored from a backup and does not connect to other hosts yet. */
  'paused',
  /** The server has no mail server. */
  'no-email',
  'no-recipient',
] as const;
export type Suppression = (typeof suppressions)[number];

/** One or more rules fired for an issue or a release, or one because of a metric. */
export interface Alert {
  id: number;
  projectId: ProjectId;
  /** `null` for a metric or a release. */
  issueId: IssueId | null;
  /** What a metric was; `null` for an issue or a release. */
  measured: AlertedMeasure | null;
  /** What a release has changed; `null` for an issue or a metric. */
  releaseSummaryId: number | null;
  /** Whether it says that the issue was resolved. */
  isResolved: boolean;
  happenedAtMs: number;
  decidedAtMs: number;
  acknowledgedAtMs: number | null;
  acknowledgedBy: UserId | null;
  /** By rule. `suppressed`: `null` if a message was queued. */
  matches: { ruleId: number; suppressed: Suppression | null }[];
}

export type NewAlert = Omit<
  Alert,
  'id' | 'measured' | 'releaseSummaryId' | 'isResolved' | 'acknowledgedAtMs' | 'acknowledgedBy'
> &
  Partial<Pick<Alert, 'measured' | 'releaseSummaryId' | 'isResolved'>>;

/** An alert that a rule reports to others at that time, unless it is acknowledged. */
export interface Escalating {
  alertId: number;
  ruleId: number;
  dueAtMs: number;
}

/** A metric when its rule fired. `ok`: it is over. */
export interface AlertedMeasure extends Report {
  /** Since when it has not been `ok`, or was not until now. */
  openSinceMs: number;
  value: number | null;
  before: number | null;
  /** As it was then. */
  condition: MetricCondition;
}

export interface RecentMatch extends Pick<
  Alert,
  'issueId' | 'measured' | 'releaseSummaryId' | 'isResolved' | 'happenedAtMs' | 'decidedAtMs' | 'acknowledgedAtMs'
> {
  ruleId: number;
  suppressed: Suppression | null;
}

/** A user, who gets email, one browser of a user, or a channel, which is no user's. */
export interface Recipient {
  userId: UserId | null;
  channelId: number | null;
  /** `null` for email. */
  browserId: number | null;
}

/** A place that messages go to, beside the mailboxes of users. */
export interface Channel {
  id: number;
  organizationId: OrganizationId;
  kind: ChannelKind;
  name: string;
  /** Where messages go, in words without secrets. */
  address: string;
  /** By the names of the kind's fields; `null` if the key that encrypted them is missing, or if the channel is deleted. */
  settings: Record<string, string> | null;
  content: ContentLevel;
  /** Every rule of the organization sends to it. */
  allRules: boolean;
  createdAtMs: number;
  /** When its owners were told that it does not work; `null` if it works as far as known. */
  reportedAtMs: number | null;
  deletedAtMs: number | null;
}

export type NewChannel = Omit<Channel, 'id' | 'settings' | 'reportedAtMs' | 'deletedAtMs'> & {
  settings: Record<string, string>;
};

/** `subject`: what its messages are about, such as `issue-7`. */
export interface ChannelThread {
  channelId: number;
  subject: string;
  messageId: string;
  usedAtMs: number;
}

export interface ChannelRecord {
  lastAttempt: { atMs: number; answer: string; isSent: boolean } | null;
  lastSentAtMs: number | null;
}

/** What Seismo says about itself. */
export interface Notice {
  title: string;
  /** Paragraphs. */
  text: string[];
  /** `path` begins with a slash. */
  link: { name: string; path: string };
  /** Why the recipient receives this, as a sentence. */
  why: string;
}

/** One message to one recipient. */
export interface Delivery extends Recipient {
  id: number;
  organizationId: OrganizationId;
  about: DeliveryAbout;
  /** If it is about one. */
  notice: Notice | null;
  /** Whether it reports alerts that were not acknowledged in time. */
  isEscalation: boolean;
  status: DeliveryStatus;
  queuedAtMs: number;
  /** When it is sent, or sent again. */
  dueAtMs: number;
  /** When it was sent, failed or was canceled. */
  endedAtMs: number | null;
}

export type NewDelivery = Omit<Delivery, 'id' | 'status' | 'endedAtMs' | 'isEscalation' | 'browserId'> &
  Partial<Pick<Delivery, 'isEscalation' | 'browserId'>>;

/**
 * `issues`, `metrics` and `releases`: alerts about these. `activity`: what happened to issues that the user is subscribed to. `week`: the
 * report of the week before.
 */
export type DeliveryAbout = 'issues' | 'metrics' | 'releases' | 'activity' | 'week' | 'notice' | 'test';

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
