import type { IssueId, Level } from '@seismo/protocol';
import type { ReleaseRating } from '#domain/releases/measured-health.ts';
import type { AlertLevel } from '#domain/alerts/levels.ts';
import type { NotifiedActivity } from '#store/state/contract.ts';
import type { AlertTrigger } from '#domain/alerts/triggers.ts';

/** What a message says, the same in every channel. Its texts come from events and users: channels must treat them as hostile. */
export type AlertMessage = IssuesMessage | MetricsMessage | ReleasesMessage | NoticeMessage;

interface Message {
  /** Of the delivery: the same for every attempt, so that receivers can recognize a repeated one. */
  id: number;
  queuedAtMs: number;
  /** The page that lists all alerts. */
  alertsUrl: string;
}

/** To one user, and never to a channel. The report of a week goes by email only. */
export type PersonalMessage = ActivityMessage | WeekMessage;

/** What happened to issues, as the user's notification settings want to know it. */
export interface ActivityMessage extends Message {
  about: 'activity';
  /** Those that something happened to last, at most `DELIVERY_ISSUE_COUNT_MAX`. */
  issues: NotifiedIssue[];
  /** With those that are not in `issues`. */
  issueCount: number;
}

export interface NotifiedIssue extends Pick<AlertedIssue, 'shortId' | 'title' | 'detail' | 'project' | 'url'> {
  id: IssueId;
  /** In order of time, the last `DELIVERY_ACTIVITY_COUNT_MAX`. */
  happenings: Happening[];
}

export interface Happening {
  /** The user who did it; `''`: Seismo did. */
  by: string;
  /** What was done, such as "Resolved in release 1.2". */
  what: string;
  /** The text of a comment; `''` if it is none. */
  comment: string;
  atMs: number;
  /** Why the user is told. */
  why: NotifiedActivity['kind'];
}

/** The report of a week about the projects of one user. */
export interface WeekMessage extends Message {
  about: 'week';
  organization: string;
  /** Local dates from Monday to Sunday, such as `2026-11-16`, with their error events by the time they happened. */
  days: { date: string; events: number }[];
  timeZone: string;
  events: number;
  /** In the week before. */
  eventsBefore: number;
  users: number;
  newIssues: number;
  regressedIssues: number;
  /** In the week, and still resolved. */
  resolvedIssues: number;
  /** When it is sent. */
  unresolvedIssues: number;
  /** Between 0 and 1; `null` without sessions. */
  crashFreeSessions: number | null;
  crashFreeSessionsBefore: number | null;
  /** Those with the most events in the week, at most `WEEK_ISSUE_COUNT_MAX`. */
  issues: WeekIssue[];
  /** Those with the most events in the week, at most `WEEK_PROJECT_COUNT_MAX`. */
  projects: WeekProject[];
  /** With those that are not in `projects`. */
  projectCount: number;
  /** Whether it is about the projects of the user's teams, or about all of the organization. */
  isOfTeams: boolean;
  issuesUrl: string;
}

export interface WeekIssue extends Pick<AlertedIssue, 'shortId' | 'title' | 'detail' | 'project' | 'url'> {
  events: number;
  users: number;
  isNew: boolean;
  isRegressed: boolean;
}

export interface WeekProject {
  name: string;
  /** Its issues. */
  url: string;
  events: number;
  eventsBefore: number;
}

/** Alert rules fired for these issues, or the issues were resolved. */
export interface IssuesMessage extends Message {
  about: 'issues';
  /** Those that came last, at most `DELIVERY_ISSUE_COUNT_MAX`. */
  issues: AlertedIssue[];
  /** With those that are not in `issues`. */
  issueCount: number;
}

/** Alert rules fired because of metrics. */
export interface MetricsMessage extends Message {
  about: 'metrics';
  /** Those that came last, at most `DELIVERY_ISSUE_COUNT_MAX`. */
  metrics: AlertedMetric[];
  /** With those that are not in `metrics`. */
  metricCount: number;
}

/** Alert rules fired because releases were measured. */
export interface ReleasesMessage extends Message {
  about: 'releases';
  /** Those that came last, at most `DELIVERY_ISSUE_COUNT_MAX`. */
  releases: AlertedRelease[];
  /** With those that are not in `releases`. */
  releaseCount: number;
}

/** About Seismo itself, as a test of a channel. */
export interface NoticeMessage extends Message {
  about: 'notice';
  title: string;
  /** Paragraphs. */
  text: string[];
  link: { name: string; url: string };
  /** Why the recipient receives this, as a sentence. */
  why: string;
}

/** To one user about their account. Only for email, and never queued: its link may contain a secret. */
export interface AccountMessage extends Omit<NoticeMessage, 'about' | 'alertsUrl'> {
  about: 'account';
}

export type EmailMessage = AlertMessage | PersonalMessage | AccountMessage;

/** What can be acknowledged. */
export interface Acknowledgeable {
  alertId: number;
  /** The page where it can be acknowledged; `null` if nothing depends on that. */
  acknowledgeUrl: string | null;
  /** When it is reported to others, unless it is acknowledged before; `null`: never. */
  escalatesAtMs: number | null;
  /** Reported to others, because it was not acknowledged in time. */
  isEscalation: boolean;
}

export interface AlertedMetric extends Acknowledgeable {
  ruleId: number;
  ruleName: string;
  project: string;
  /** Of the alert. */
  url: string;
  /** Of the spans in the window, whose address contains the filter; `null`: it is not about spans. */
  spansUrl: string | null;
  /** `ok`: it is over. */
  level: AlertLevel;
  /** Reported again because it lasts. */
  isReminder: boolean;
  /** What the rule waits for, such as "Events above 100 in 1 hour". */
  condition: string;
  /** What was measured, such as "142 events". */
  reading: string;
  /** Whether these are Seismo's own words only, without the name of an attribute. */
  isOwnWords: boolean;
  /** The rule's filter, in the search language; `''`: none. */
  query: string;
  /** Of the rule; none: all. */
  environments: string[];
  /** Since when it has not been `ok`, or was not until now. */
  openSinceMs: number;
  /** The end of the window. */
  untilMs: number;
}

/** What a release has changed in a project. */
export interface AlertedRelease extends Acknowledgeable {
  summaryId: number;
  project: string;
  version: string;
  /** That it was deployed to; `''`: it was seen for the first time, in any. */
  environment: string;
  /** The release's page, whose address contains the version. */
  url: string;
  /** Of the alert: nothing in this address is from outside. */
  alertUrl: string;
  rating: ReleaseRating;
  /** Why, as sentences. Seismo's own words. */
  reasons: string[];
  ruleNames: string[];
  /** Since when it was measured, and until when. */
  startedAtMs: number;
  untilMs: number;
  /** What changed, such as "Crash-free sessions" and "98.2%, and 99.4% before". Seismo's own words. */
  changes: { name: string; value: string }[];
  newIssues: ReleaseIssues;
  regressedIssues: ReleaseIssues;
  goneIssues: ReleaseIssues;
}

export interface ReleaseIssues {
  count: number;
  /** The most frequent ones, at most ten. */
  issues: (Pick<AlertedIssue, 'shortId' | 'title' | 'detail' | 'url'> & { events: number; users: number })[];
}

export interface AlertedIssue extends Acknowledgeable {
  id: number;
  shortId: string;
  title: string;
  /** The exception's message; `''` if the title has it. */
  detail: string;
  culprit: string;
  level: Level;
  project: string;
  url: string;
  /** Whether it was resolved after the rules had fired. */
  isResolved: boolean;
  /** Why the rules fired: one per trigger and condition, with the names of the rules. */
  reasons: {
    trigger: AlertTrigger;
    /** The numbers of a trigger that has some, such as "An issue with at least 100 events in 1 hour"; `''` otherwise. Seismo's own words. */
    condition: string;
    ruleNames: string[];
  }[];
  eventCount: number;
  userCount: number;
  firstSeenAtMs: number;
  lastSeenAtMs: number;
  /** `''` if unknown. */
  release: string;
  /** No further message about this issue is sent for a day. */
  isFlapping: boolean;
}
