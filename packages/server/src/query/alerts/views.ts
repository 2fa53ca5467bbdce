import type { IssueId, Level } from '@seismo/protocol';
import type { ChannelField, ChannelKind, ContentLevel } from '#domain/alerts/channel-kinds.ts';
import type { MaintenanceTimes } from '#domain/alerts/maintenance.ts';
import type { Period, Schedule } from '#domain/alerts/schedule.ts';
import type { AlertMetric, Comparison, RuleCondition } from '#domain/alerts/conditions.ts';
import type { SpanFunction } from '#domain/alerts/span-aggregate.ts';
import type { AlertLevel } from '#domain/alerts/levels.ts';
import type { Escalation } from '#domain/alerts/escalation.ts';
import type { Evaluation } from '#domain/alerts/reports.ts';
import type { ChannelState } from '#domain/alerts/channel-state.ts';
import type { ReleaseRating } from '#domain/releases/measured-health.ts';
import type { AlertTrigger, ConditionKind } from '#domain/alerts/triggers.ts';
import type { AssigneeView } from '#domain/ownership/assignee.ts';
import type { DeliveryStatus, Suppression } from '#store/state/contract.ts';
import type { ProjectOfRow } from '../projects/views.ts';

export interface AlertRuleView {
  id: number;
  project: ProjectOfRow;
  name: string;
  trigger: AlertTrigger;
  /** The trigger with its numbers, in words. */
  when: string;
  /** Issues that it concerns, in the search language, or events of a metric; `''` for all. */
  query: string;
  enabled: boolean;
  /** Email to the team of the project, or the owners. */
  toTeam: boolean;
  /** Of the rule itself, without the channels that every rule sends to. */
  channelIds: number[];
  /** Issues with events in one of them; none: in any. */
  environments: string[];
  /** The numbers of a trigger that has some. */
  condition: RuleCondition | null;
  /** The metric when it was last evaluated; `null` before that, and for rules about issues. */
  evaluated: (Evaluation & { /** What was measured, such as "142 events". */ reading: string }) | null;
  /** The shortest time between two messages about the same issue, or because a metric got worse. */
  repeatMs: number;
  /** When it may send; `null`: at any time. */
  schedule: Schedule | null;
  /** Until then it sends nothing. */
  snoozedUntilMs: number | null;
  /** Whom it reports an alert to that was not acknowledged in time. */
  escalation: Escalation | null;
  /** Whether it says that an issue was resolved that it had reported. */
  reportsResolved: boolean;
  /** Whom to ask about it; `null` if it has no owner, or the user or team is gone. */
  owner: AssigneeView | null;
  /** Whether it sends no email to the viewer. */
  isMuted: boolean;
}

export interface ChannelsView {
  /** In order of creation. */
  channels: ChannelView[];
  /** What a channel can be. */
  kinds: ChannelKindView[];
  /** What a rule can wait for, in words, and which numbers that has. */
  triggers: { trigger: AlertTrigger; when: string; numbers: ConditionKind }[];
  metrics: {
    metric: AlertMetric;
    name: string;
    isPercent: boolean;
    searches: 'events' | 'spans' | null;
    hasEnvironments: boolean;
  }[];
  /** What a rule about spans can calculate. */
  spanFunctions: SpanFunction[];
  windows: { windowMs: number; name: string }[];
  /** `name`: what a value is compared with; `''` for none. */
  comparisons: { comparison: Comparison; name: string }[];
}

export interface ChannelKindView {
  kind: ChannelKind;
  name: string;
  fields: ChannelField[];
  /** A message that is sent twice appears once. */
  deduplicates: boolean;
}

export interface ChannelView {
  id: number;
  kind: ChannelKind;
  kindName: string;
  name: string;
  content: ContentLevel;
  /** Every rule sends to it. */
  allRules: boolean;
  /** How many rules name it. */
  ruleCount: number;
  /** Where messages go, without secrets; `null` if the viewer may not change channels. */
  address: string | null;
  /** The values of the fields that are not secret; `null` as above, or if they cannot be decrypted. */
  settings: Record<string, string> | null;
  /** Whether the key that encrypted its settings is there. */
  isReadable: boolean;
  state: ChannelState;
  lastSentAtMs: number | null;
  lastAttempt: { atMs: number; answer: string; isSent: boolean } | null;
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
  /** `null`: it is about a metric or a release. */
  issue: { id: IssueId; shortId: string; type: string; value: string; culprit: string; level: Level } | null;
  /** `null`: it is about an issue or a release. */
  metric: AlertedMetricView | null;
  /** `null`: it is about an issue or a metric. */
  release: AlertedReleaseView | null;
  /** Whether the rules fired at the end of a window, and not because the issue changed. */
  isAtWindowEnd: boolean;
  /** When the issue changed, or the end of the window. */
  happenedAtMs: number;
  decidedAtMs: number;
  /** Whether it says that the issue was resolved. */
  isResolved: boolean;
  /** `by`: `null` for a token without a user. */
  acknowledged: { atMs: number; by: string | null } | null;
  /** When it is reported to others, unless it is acknowledged before; `null`: never. */
  escalatesAtMs: number | null;
  /**
   * The rules that fired. `ruleId`: `null` if it was deleted. `owner`: whom to ask about it. `suppressed`: why this one sent no
   * message; `null` if it did.
   */
  matches: {
    ruleId: number | null;
    ruleName: string;
    when: string;
    owner: AssigneeView | null;
    suppressed: Suppression | null;
  }[];
  deliveries: DeliveryView[];
}

export interface AlertedMetricView {
  /** `ok`: it is over. */
  level: AlertLevel;
  /** Reported again because it lasts. */
  isReminder: boolean;
  /** What the rule waited for, such as "Events above 100 in 1 hour". */
  condition: string;
  /** What was measured, such as "142 events". */
  reading: string;
  /** Since when it had not been `ok`. */
  openSinceMs: number;
  /** The path of the page with the spans in the window; `null`: it is not about spans. */
  spansPath: string | null;
}

export interface AlertedReleaseView {
  version: string;
  /** That it was deployed to; `''`: it was seen for the first time, in any. */
  environment: string;
  rating: ReleaseRating;
  /** Why, as sentences. */
  reasons: string[];
}

/** A time in which the alert rules of projects send nothing. */
export interface MaintenanceView {
  id: number;
  name: string;
  /** By ID; `null`: all of the organization. */
  projects: ProjectOfRow[] | null;
  times: MaintenanceTimes;
  /** When it is active every week, in words; `null`: once. */
  weekly: string | null;
  status: 'active' | 'next' | 'ended';
  /** In which it is active, or will be next; `null`: it has ended. */
  period: Period | null;
}

/** What an issue's own page says about its alerts. */
export interface IssueAlerts {
  /** Those that led to a message. */
  count: number;
  last: { id: number; atMs: number; to: string[] } | null;
}

export interface DeliveryView {
  id: number;
  /** The recipient: a user with the email address or the name of a browser, or a channel with the name of its kind. */
  to: { name: string; detail: string };
  /** Whether it reports the alert because it was not acknowledged in time. */
  isEscalation: boolean;
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
  /** Since when the mail server has taken no message, with its last answer. */
  failing: { atMs: number; answer: string } | null;
}

/** When a rule would have fired in the last 14 days. A rule about issues judges them as they are now. */
export interface AlertPreview {
  sinceMs: number;
  untilMs: number;
  /** How often it would have fired, by day from `sinceMs` on: with a message, and without one because it had sent one lately. */
  days: { atMs: number; sent: number; repeated: number }[];
  /** How many messages each recipient would have gotten: several alerts can share one. */
  messageCount: number;
  /** Those that would have fired last, with how often. */
  issues: { shortId: string; title: string; level: Level; firedCount: number; lastFiredAtMs: number }[];
  issueCount: number;
  /** For a rule about releases: those that would have made it fire last. */
  releases: (Omit<AlertedReleaseView, 'reasons'> & { atMs: number })[];
  /** Of a metric: what thresholds are compared with, by hour from `sinceMs` on, the worst of each; `null` without data. */
  series: (number | null)[] | null;
  /** Whether there is more history than was looked at: the counts begin at `sinceMs`. */
  isCut: boolean;
}
