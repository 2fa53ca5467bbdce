import { createHash } from 'node:crypto';
import { compareReleases } from '../releases/order.ts';
import { hourMs, isEscalating, type EventRate } from './escalation.ts';

/** Issue status as a state machine without a store. The states and all rules are in docs/issue-status.md. */

export const issueStatuses = ['unresolved', 'resolved', 'archived'] as const;
export type IssueStatus = (typeof issueStatuses)[number];

/** For unresolved issues. */
export const substates = ['new', 'ongoing', 'regressed', 'escalating'] as const;
export type Substate = (typeof substates)[number];

/** The condition that reopens a resolved issue. */
export type Resolution =
  | { how: 'now' }
  /** `after`: the newest release there was. */
  | { how: 'next-release'; after: string }
  | { how: 'release'; release: string }
  /** `release`: the first known release with the commit; `null` while there is none. */
  | { how: 'commit'; commit: string; release: string | null };

/** The condition that reopens an archived issue. Counts are those at the time of archiving. */
export type Archive =
  | { until: 'forever' }
  | { until: 'time'; untilMs: number }
  | { until: 'events'; more: number; eventCount: number }
  /** So many within a window that slides by a `ARCHIVE_WINDOW_SLOTS`th of its length. */
  | { until: 'event-rate'; more: number; windowMs: number; slots: [slot: number, events: number][] }
  | { until: 'users'; more: number; userCount: number }
  /** Distinct users within such a window. A user's checksum is in the slot of the user's newest event. */
  | { until: 'user-rate'; more: number; windowMs: number; slots: [slot: number, users: string[]][] }
  /** More in an hour, or in a day, than these. */
  | { until: 'escalating'; perHour: number; perDay: number; eventCount: number };

export interface IssueState {
  status: IssueStatus;
  /** `null` unless it is unresolved. */
  substate: Substate | null;
  /** Since when it is in this status and substate. */
  statusAtMs: number;
  resolution: Resolution | null;
  archive: Archive | null;
  /** When it last regressed; `null` if never. */
  regressedAtMs: number | null;
}

/** The activity text for transitions that Seismo makes itself. */
export type IssueTransition =
  | { kind: 'regressed'; release: string; resolution: Resolution }
  | { kind: 'escalating'; events: number; threshold: number; per: 'hour' | 'day' }
  | { kind: 'unarchived'; archive: Archive }
  | { kind: 'ongoing'; from: Substate };

/** A batch's events of one issue. */
export interface IssueEvents {
  /** The clock of the process that applies the batch. */
  atMs: number;
  events: number;
  /** With these events. */
  eventCount: number;
  userCount: number;
  /** Distinct users of these events. */
  userKeys: readonly string[];
  sightings: Sighting[];
  rate: EventRate;
}

/** A release in which the issue was seen, and the latest possible time of that. */
export interface Sighting {
  release: string;
  atMs: number;
}

export const dayMs = 24 * hourMs;
/** Sentry's rule: new, regressed and escalated issues stay so for a week. */
export const NEW_ISSUE_MS = 7 * dayMs;
export const ARCHIVE_WINDOW_SLOTS = 60;

export function initialState(atMs: number): IssueState {
  return { ...unresolved('new', atMs), regressedAtMs: null };
}

function unresolved(substate: Substate, atMs: number): Omit<IssueState, 'regressedAtMs'> {
  return { status: 'unresolved', substate, statusAtMs: atMs, resolution: null, archive: null };
}

/** Whether it is resolved in one of these commits, without a known release that contains it. */
export function awaits({ status, resolution }: IssueState, commits: readonly string[]): boolean {
  if (status !== 'resolved' || resolution?.how !== 'commit' || resolution.release !== null) return false;
  return commits.includes(resolution.commit);
}

/** When a release with the commit of the resolution becomes known: the issue should not be seen from it on. */
export function stateWithRelease({ resolution, ...state }: IssueState, release: string): IssueState {
  return { ...state, resolution: resolution?.how === 'commit' ? { ...resolution, release } : resolution };
}

/** When time alone changes the status; `null` if it never does. */
export function dueAtMs({ status, substate, statusAtMs, archive }: IssueState): number | null {
  if (status === 'archived') return archive?.until === 'time' ? archive.untilMs : null;
  return status === 'unresolved' && substate !== 'ongoing' ? statusAtMs + NEW_ISSUE_MS : null;
}

export function stateAfterTime(
  state: IssueState,
  nowMs: number,
): { state: IssueState; change: IssueTransition | null } {
  const dueMs = dueAtMs(state);
  if (dueMs === null || nowMs < dueMs) return { state, change: null };
  const change: IssueTransition =
    state.status === 'archived'
      ? { kind: 'unarchived', archive: state.archive! }
      : { kind: 'ongoing', from: state.substate! };
  return { state: { ...state, ...unresolved('ongoing', nowMs) }, change };
}

export function stateAfterEvents(
  state: IssueState,
  batch: IssueEvents,
  releaseDates: ReadonlyMap<string, number>,
): { state: IssueState; change: IssueTransition | null } {
  const { atMs } = batch;
  if (state.status === 'resolved') {
    // Resolved by an older version of Seismo, which stored no more.
    const resolution = state.resolution ?? { how: 'now' };
    const seen = batch.sightings.find((sighting) => reopens(resolution, state.statusAtMs, sighting, releaseDates));
    if (!seen) return { state, change: null };
    return {
      state: { ...unresolved('regressed', atMs), regressedAtMs: atMs },
      change: { kind: 'regressed', release: seen.release, resolution },
    };
  }
  if (state.status === 'archived') return archivedAfterEvents(state, batch);
  if (state.substate !== 'ongoing') return { state, change: null };
  const escalates = isEscalating(batch.rate);
  if (!escalates) return { state, change: null };
  return { state: { ...state, ...unresolved('escalating', atMs) }, change: { kind: 'escalating', ...escalates } };
}

/** An event of an older release than that of the resolution does not reopen the issue; one without a release does. */
function reopens(
  resolution: Resolution,
  resolvedAtMs: number,
  { release, atMs }: Sighting,
  releaseDates: ReadonlyMap<string, number>,
): boolean {
  if (atMs < resolvedAtMs) return false;
  const named = releaseNamedBy(resolution);
  // While no release contains the commit, no event can.
  if (resolution.how === 'commit' && named === null) return false;
  if (named === null || release === '') return true;
  // An unknown release is new.
  const dated = (version: string) => ({ version, firstSeenAtMs: releaseDates.get(version) ?? Infinity });
  const order = compareReleases(dated(release), dated(named));
  return resolution.how === 'next-release' ? order > 0 : order >= 0;
}

/** The releases whose dates decide whether these events reopen the issue. */
export function comparedReleases({ resolution }: IssueState, sightings: readonly Sighting[]): string[] {
  const named = resolution && releaseNamedBy(resolution);
  return named === null ? [] : [named, ...sightings.map(({ release }) => release)];
}

function releaseNamedBy(resolution: Resolution): string | null {
  if (resolution.how === 'now') return null;
  return resolution.how === 'next-release' ? resolution.after : resolution.release;
}

function archivedAfterEvents(
  state: IssueState,
  batch: IssueEvents,
): { state: IssueState; change: IssueTransition | null } {
  const archive = state.archive ?? { until: 'forever' };
  const { atMs, eventCount, userCount } = batch;
  const opened = (substate: Substate, change: IssueTransition) => ({
    state: { ...state, ...unresolved(substate, atMs) },
    change,
  });
  const unarchived = { kind: 'unarchived' as const, archive };
  switch (archive.until) {
    case 'events':
      if (eventCount - archive.eventCount >= archive.more) return opened('ongoing', unarchived);
      break;
    case 'users':
      if (userCount - archive.userCount >= archive.more) return opened('ongoing', unarchived);
      break;
    case 'event-rate': {
      const slots = slideEvents(archive, batch);
      if (slots.reduce((sum, [, events]) => sum + events, 0) >= archive.more) return opened('ongoing', unarchived);
      return { state: { ...state, archive: { ...archive, slots } }, change: null };
    }
    case 'user-rate': {
      const slots = slideUsers(archive, batch);
      if (slots.reduce((sum, [, users]) => sum + users.length, 0) >= archive.more) return opened('ongoing', unarchived);
      return { state: { ...state, archive: { ...archive, slots } }, change: null };
    }
    case 'escalating': {
      // Events from before archiving do not count.
      const since = eventCount - archive.eventCount;
      const escalates = isEscalating({ ...batch.rate, ...archive, most: since });
      if (escalates) return opened('escalating', { kind: 'escalating', ...escalates });
      break;
    }
    case 'time':
      // The scheduler runs once a minute; an event need not wait for it.
      return stateAfterTime(state, atMs);
    case 'forever':
  }
  return { state, change: null };
}

function slideEvents(
  { windowMs, slots }: Archive & { until: 'event-rate' },
  { atMs, events }: IssueEvents,
): [slot: number, events: number][] {
  const slot = slotAt(atMs, windowMs);
  const kept = slots.filter(([each]) => each > slot - ARCHIVE_WINDOW_SLOTS && each !== slot);
  const before = slots.find(([each]) => each === slot)?.[1] ?? 0;
  return [...kept, [slot, before + events]];
}

function slideUsers(
  { windowMs, slots }: Archive & { until: 'user-rate' },
  { atMs, userKeys }: IssueEvents,
): [slot: number, users: string[]][] {
  const slot = slotAt(atMs, windowMs);
  const current = new Set([...(slots.find(([each]) => each === slot)?.[1] ?? []), ...userKeys.map(userChecksum)]);
  const kept = slots
    .filter(([each]) => each > slot - ARCHIVE_WINDOW_SLOTS && each !== slot)
    .map(([each, users]): [number, string[]] => [each, users.filter((user) => !current.has(user))])
    .filter(([, users]) => users.length > 0);
  return [...kept, [slot, [...current]]];
}

function slotAt(atMs: number, windowMs: number): number {
  return Math.floor(atMs / (windowMs / ARCHIVE_WINDOW_SLOTS));
}

/** 72 bits: short enough to store many, long enough to be unique. */
function userChecksum(userKey: string): string {
  return createHash('sha256').update(userKey).digest('base64url').slice(0, 12);
}
