export const releaseRatings = ['bad', 'unclear', 'good'] as const;
export type ReleaseRating = (typeof releaseRatings)[number];

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** How long after its start a release is measured, until it is good or bad. */
export const looks = [
  { windowMs: 15 * MINUTE_MS, name: '15 minutes' },
  { windowMs: HOUR_MS, name: '1 hour' },
  { windowMs: 4 * HOUR_MS, name: '4 hours' },
  { windowMs: 24 * HOUR_MS, name: '24 hours' },
] as const;

/** How much time since its start a release is measured over now, and when it is measured next; `null`: not again. */
export function nextLook(startedAtMs: number, nowMs: number): { windowMs: number; nextAtMs: number | null } {
  const index = Math.max(
    0,
    looks.findLastIndex(({ windowMs }) => startedAtMs + windowMs <= nowMs),
  );
  const next = looks[index + 1];
  return { windowMs: looks[index]!.windowMs, nextAtMs: next ? startedAtMs + next.windowMs : null };
}

/** The sessions and issues before its start that a release is compared with. */
export const BEFORE_MS = 24 * HOUR_MS;
/** The time before its start whose windows its events are compared with, if the project reports no sessions. */
export const EVENTS_BEFORE_MS = 7 * BEFORE_MS;

/**
 * The standard score of a one-sided error of 5%, shared by four looks and two rates (Bonferroni): the chance that a release
 * without a difference is called bad is at most that.
 */
const Z = 2.4977;
/** Shares of sessions: a smaller difference makes no release bad, and it is good if a larger one can be ruled out. */
const LEAST_DIFFERENCE = 0.001;
const MARGIN = 0.01;
/** The interval of a share is too narrow for fewer sessions that crashed or had errors: a single one of five would make a release bad. */
const AFFECTED_SESSIONS_MIN = 5;
/** Fewer windows are exceeded by chance too often. */
const WINDOW_COUNT_MIN = 20;
const EVENT_COUNT_MIN = 10;
/** From these on, a new or regressed issue of high priority makes a release bad. */
const SERIOUS_USERS = 3;
const SERIOUS_EVENTS = 10;
/** How often an issue would have been seen if it had stayed as frequent; with 5, it is missing by chance in less than 1% of cases. */
const EXPECTED_EVENTS_MIN = 5;

/** Sessions, and those of them that crashed or had any error. */
export interface SessionCounts {
  sessions: number;
  crashed: number;
  /** With those that crashed. */
  errored: number;
}

/** `before`: of all other releases. */
export interface MeasuredRelease {
  windowMs: number;
  sessions: { own: SessionCounts; before: SessionCounts } | null;
  /** Error events since the start of all releases, those of this one, and those of the windows before, each as long. */
  events: { all: number; own: number; windows: number[] };
  newIssues: IssueCount[];
  regressedIssues: IssueCount[];
  /** Unresolved issues that were seen in the 24 hours before and not since, in this release if there are sessions, or in any. */
  missingIssues: IssueCount[];
}

export interface IssueCount {
  id: number;
  events: number;
  users: number;
  isHighPriority: boolean;
}

/** A share of sessions between 0 and 1, and by how much it is greater than before, with the bounds of its confidence interval. */
export interface ShareChange {
  value: number;
  before: number;
  low: number;
  high: number;
}

/** Events in a window. `exceeded`: how many windows before had fewer. */
export interface EventChange {
  value: number;
  median: number;
  exceeded: number;
  windowCount: number;
}

/** What a release has changed, and whether that is good. */
export interface MeasuredHealth {
  rating: ReleaseRating;
  reasons: Reason[];
  windowMs: number;
  sessions: number | null;
  sessionsBefore: number | null;
  /** `null` if the project reports no sessions. */
  crashed: ShareChange | null;
  errored: ShareChange | null;
  /** `null` if it does. */
  events: EventChange | null;
  newIssues: ListedIssues;
  regressedIssues: ListedIssues;
  goneIssues: ListedIssues;
}

/** The most frequent ones. */
export interface ListedIssues {
  count: number;
  issues: Pick<IssueCount, 'id' | 'events' | 'users'>[];
}

export type Reason =
  | 'more-crashes'
  | 'more-errors'
  | 'more-events'
  | 'serious-issues'
  | 'as-healthy'
  | 'no-more-events'
  | 'no-data'
  | 'nothing-before'
  | 'too-little-data'
  | 'takes-over';

const LISTED_ISSUE_COUNT_MAX = 10;

/** Measures a release against the time before it. */
export function measuredHealth(measured: MeasuredRelease): MeasuredHealth {
  const { windowMs, sessions, events, newIssues, regressedIssues } = measured;
  const crashed = sessions && changeOf(sessions, 'crashed');
  const errored = sessions && changeOf(sessions, 'errored');
  const eventChange = sessions === null ? eventChangeOf(events) : null;
  const problems: Reason[] = [
    ...(sessions && isIncrease(crashed, sessions.own.crashed) ? ['more-crashes' as const] : []),
    ...(sessions && isIncrease(errored, sessions.own.errored) ? ['more-errors' as const] : []),
    ...(eventChange && isUnusual(eventChange) ? ['more-events' as const] : []),
    ...([...newIssues, ...regressedIssues].some(isSerious) ? ['serious-issues' as const] : []),
  ];
  const [rating, reason] =
    problems.length > 0 ? (['bad', null] as const) : withoutProblems(measured, { crashed, errored, eventChange });
  return {
    rating,
    reasons: reason === null ? problems : [reason],
    windowMs,
    sessions: sessions?.own.sessions ?? null,
    sessionsBefore: sessions?.before.sessions ?? null,
    crashed,
    errored,
    events: eventChange,
    newIssues: listed(newIssues),
    regressedIssues: listed(regressedIssues),
    goneIssues: listed(goneIssues(measured)),
  };
}

interface Changes {
  crashed: ShareChange | null;
  errored: ShareChange | null;
  eventChange: EventChange | null;
}

function withoutProblems(
  { sessions, events }: MeasuredRelease,
  { crashed, errored, eventChange }: Changes,
): ['good' | 'unclear', Reason] {
  if (sessions) {
    if (sessions.own.sessions === 0) return ['unclear', 'no-data'];
    if (crashed === null || errored === null) return ['unclear', 'nothing-before'];
    return crashed.high <= MARGIN && errored.high <= MARGIN ? ['good', 'as-healthy'] : ['unclear', 'too-little-data'];
  }
  if (events.own === 0) return ['unclear', 'no-data'];
  if (events.own * 2 < events.all) return ['unclear', 'takes-over'];
  const { exceeded, windowCount, value } = eventChange!;
  if (windowCount < WINDOW_COUNT_MIN) return ['unclear', 'nothing-before'];
  return exceeded <= windowCount * 0.75 || value === 0 ? ['good', 'no-more-events'] : ['unclear', 'too-little-data'];
}

/** `null` without a session on one of both sides. */
function changeOf(
  { own, before }: NonNullable<MeasuredRelease['sessions']>,
  kind: 'crashed' | 'errored',
): ShareChange | null {
  if (own.sessions === 0 || before.sessions === 0) return null;
  const now = shareOf(own[kind], own.sessions);
  const then = shareOf(before[kind], before.sessions);
  const difference = now.share - then.share;
  return {
    value: now.share,
    before: then.share,
    low: difference - Math.hypot(now.share - now.low, then.high - then.share),
    high: difference + Math.hypot(now.high - now.share, then.share - then.low),
  };
}

function isIncrease(change: ShareChange | null, affected: number): boolean {
  return change !== null && change.low > LEAST_DIFFERENCE && affected >= AFFECTED_SESSIONS_MIN;
}

/**
 * A share with the bounds of its score interval (Wilson 1927). The bounds of a difference are combined from those of both shares:
 * method 10 of Newcombe, "Interval estimation for the difference between independent proportions", Statistics in Medicine 17 (1998).
 */
function shareOf(part: number, whole: number): { share: number; low: number; high: number } {
  const share = part / whole;
  const square = Z * Z;
  const center = share + square / (2 * whole);
  const half = Z * Math.sqrt((share * (1 - share)) / whole + square / (4 * whole * whole));
  const scale = 1 + square / whole;
  return { share, low: Math.max(0, (center - half) / scale), high: Math.min(1, (center + half) / scale) };
}

function eventChangeOf({ all, windows }: MeasuredRelease['events']): EventChange {
  const sorted = windows.toSorted((one, other) => one - other);
  return {
    value: all,
    median: sorted[Math.floor(sorted.length / 2)] ?? 0,
    exceeded: windows.filter((count) => count < all).length,
    windowCount: windows.length,
  };
}

/** More than in any window before, and at least twice as many as usual. */
function isUnusual({ value, median, exceeded, windowCount }: EventChange): boolean {
  return windowCount >= WINDOW_COUNT_MIN && exceeded === windowCount && value >= EVENT_COUNT_MIN && value >= 2 * median;
}

function isSerious({ isHighPriority, users, events }: IssueCount): boolean {
  return isHighPriority && (users >= SERIOUS_USERS || events >= SERIOUS_EVENTS);
}

/** Those that would have been seen again, by the sessions or the time since. */
function goneIssues({ windowMs, sessions, missingIssues }: MeasuredRelease): IssueCount[] {
  const exposure = sessions ? sessions.own.sessions / Math.max(1, sessions.before.sessions) : windowMs / BEFORE_MS;
  return missingIssues.filter(({ events }) => events * exposure >= EXPECTED_EVENTS_MIN);
}

function listed(issues: IssueCount[]): ListedIssues {
  const most = issues.toSorted((one, other) => other.events - one.events || other.id - one.id);
  return {
    count: issues.length,
    issues: most.slice(0, LISTED_ISSUE_COUNT_MAX).map(({ id, events, users }) => ({ id, events, users })),
  };
}

/** What changed, in numbers. */
export function changeTexts({ sessions, crashed, errored, events }: MeasuredHealth): { name: string; value: string }[] {
  const share = (name: string, change: ShareChange | null) =>
    change === null ? [] : [{ name, value: `${percent(1 - change.value)}, and ${percent(1 - change.before)} before` }];
  return [
    ...(sessions === null ? [] : [{ name: 'Sessions', value: numeral(sessions) }]),
    ...share('Crash-free sessions', crashed),
    ...share('Error-free sessions', errored),
    ...(events === null
      ? []
      : [{ name: 'Error events', value: `${numeral(events.value)}, and usually ${numeral(events.median)}` }]),
  ];
}

/** Why a release got its rating, as sentences. */
export function reasonTexts(health: MeasuredHealth): string[] {
  return health.reasons.map((reason) => reasonText(reason, health));
}

function reasonText(
  reason: Reason,
  { crashed, errored, events, windowMs, newIssues, regressedIssues, sessions }: MeasuredHealth,
): string {
  const within = windowNameOf(windowMs);
  switch (reason) {
    case 'more-crashes':
      return `${percent(crashed!.value)} of sessions crash, ${percent(crashed!.before)} before. The increase is at least ${points(crashed!.low)}.`;
    case 'more-errors':
      return `${percent(errored!.value)} of sessions have errors, ${percent(errored!.before)} before. The increase is at least ${points(errored!.low)}.`;
    case 'more-events':
      return `${numeral(events!.value)} error events in ${within}: more than in any of the ${numeral(events!.windowCount)} periods of that length before. The usual count is ${numeral(events!.median)}.`;
    case 'serious-issues': {
      const kinds = [counted(newIssues.count, 'new'), counted(regressedIssues.count, 'regressed')];
      const issues = kinds.filter((text) => text !== '').join(' and ');
      return newIssues.count + regressedIssues.count === 1
        ? `${issues} of high priority affects several users.`
        : `${issues}, at least one of high priority that affects several users.`;
    }
    case 'as-healthy':
      return `Neither crashes nor errors increased by more than ${points(MARGIN)} of sessions.`;
    case 'no-more-events':
      return `No more error events than usual: ${numeral(events!.value)} in ${within}, and the usual count is ${numeral(events!.median)}.`;
    case 'no-data':
      return `Nothing was received from this release in ${within}.`;
    case 'nothing-before':
      return 'There is too little data from before the release to compare with.';
    case 'takes-over':
      return 'Most events still come from other releases.';
    case 'too-little-data':
      return sessions === null
        ? `More error events than usual, but not more than there have been before: ${numeral(events!.value)} in ${within}, and the usual count is ${numeral(events!.median)}.`
        : `${numeral(sessions)} ${sessions === 1 ? 'session is' : 'sessions are'} too few to rule out an increase of crashes or errors by ${points(MARGIN)}.`;
  }
}

export function windowNameOf(windowMs: number): string {
  return looks.find((look) => look.windowMs === windowMs)!.name;
}

const numeral = (value: number): string => value.toLocaleString('en-US');
const percent = (share: number): string => `${(share * 100).toLocaleString('en-US', { maximumFractionDigits: 2 })}%`;
/** Percentage points, not percent of the share before. */
const points = (share: number): string => {
  const value = (share * 100).toLocaleString('en-US', { maximumFractionDigits: 2 });
  return `${value} percentage ${value === '1' ? 'point' : 'points'}`;
};
const counted = (count: number, kind: string): string =>
  count === 0 ? '' : `${numeral(count)} ${kind} ${count === 1 ? 'issue' : 'issues'}`;
