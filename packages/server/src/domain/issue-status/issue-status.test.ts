import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { dayCounts, hourMs, hourOf, isEscalating, rateOf, type HourCount } from './escalation.ts';
import {
  stateAfterEvents,
  stateAfterTime,
  ARCHIVE_WINDOW_SLOTS,
  initialState,
  dayMs,
  NEW_ISSUE_MS,
  dueAtMs,
  type Archive,
  type IssueEvents,
  type IssueState,
  type Resolution,
  type Substate,
} from './issue-status.ts';

const quiet = rateOf([], 1);
const loud = { ...quiet, lastHour: 21 };
const releaseDates = new Map([
  ['one', 100],
  ['two', 200],
  ['three', 300],
]);
const nowMs = 100 * dayMs;

const unresolved = (substate: Substate): IssueState => ({ ...initialState(1), substate });
const resolved = (resolution: Resolution | null): IssueState => ({
  ...initialState(1_000),
  status: 'resolved',
  substate: null,
  resolution,
});
const archived = (archive: Archive | null): IssueState => ({
  ...initialState(1_000),
  status: 'archived',
  substate: null,
  archive,
});
const seenEvents = (change: Partial<IssueEvents> = {}): IssueEvents => ({
  atMs: nowMs,
  events: 1,
  eventCount: 100,
  userCount: 10,
  userKeys: ['id:1'],
  sightings: [{ release: '', atMs: nowMs }],
  rate: quiet,
  ...change,
});
const seenIn = (...releases: string[]) =>
  seenEvents({ sightings: releases.map((release) => ({ release, atMs: nowMs })) });
const next = { how: 'next-release', after: 'two' } as const;
const inCommit = (release: string | null) => ({ how: 'commit', commit: 'c0ffee1', release }) as const;
const inTwo = { how: 'release', release: 'two' } as const;
const enough: Archive = { until: 'escalating', perHour: 20, perDay: 50, eventCount: 50 };
const rate = (slots: [number, number][]): Archive => ({ until: 'event-rate', more: 5, windowMs: 60 * 60_000, slots });
const userRate = (slots: [number, string[]][]): Archive => ({
  until: 'user-rate',
  more: 2,
  windowMs: 60 * 60_000,
  slots,
});
const slot = Math.floor(nowMs / 60_000);

/** The table of docs/issue-status.md: a state, new events, the next state (`null`: unchanged), and the activity. */
const table: [what: string, state: IssueState, come: IssueEvents, then: Substate | null, change: string | null][] = [
  ['new stays new, however many come', unresolved('new'), seenEvents({ rate: loud }), null, null],
  ['regressed stays regressed', unresolved('regressed'), seenEvents({ rate: loud }), null, null],
  ['escalating stays escalating', unresolved('escalating'), seenEvents({ rate: loud }), null, null],
  ['ongoing stays ongoing', unresolved('ongoing'), seenEvents(), null, null],
  ['ongoing escalates', unresolved('ongoing'), seenEvents({ rate: loud }), 'escalating', 'escalating'],

  ['resolved comes back', resolved({ how: 'now' }), seenEvents(), 'regressed', 'regressed'],
  ['resolved, of which no more is known, comes back', resolved(null), seenEvents(), 'regressed', 'regressed'],
  [
    'resolved, and the event happened before that',
    resolved({ how: 'now' }),
    seenEvents({ sightings: [{ release: '', atMs: 999 }] }),
    null,
    null,
  ],
  ['in the next release, seen in the current one', resolved(next), seenIn('two'), null, null],
  ['in the next release, seen in an older one', resolved(next), seenIn('one'), null, null],
  ['in the next release, seen in a newer one', resolved(next), seenIn('one', 'three'), 'regressed', 'regressed'],
  ['in the next release, seen in one never seen before', resolved(next), seenIn('four'), 'regressed', 'regressed'],
  ['in the next release, seen without a release', resolved(next), seenIn(''), 'regressed', 'regressed'],
  ['in a release, seen in an older one', resolved(inTwo), seenIn('one'), null, null],
  ['in a release, seen in that one', resolved(inTwo), seenIn('two'), 'regressed', 'regressed'],
  ['in a commit that no release holds yet', resolved(inCommit(null)), seenIn('three', ''), null, null],
  ['in a commit, seen in a release before its own', resolved(inCommit('two')), seenIn('one'), null, null],
  ['in a commit, seen in its release', resolved(inCommit('two')), seenIn('two'), 'regressed', 'regressed'],
  ['in a release, seen in a newer one', resolved(inTwo), seenIn('three'), 'regressed', 'regressed'],

  ['archived for good', archived({ until: 'forever' }), seenEvents({ rate: loud }), null, null],
  ['archived, of which no more is known', archived(null), seenEvents({ rate: loud }), null, null],
  ['archived until a time to come', archived({ until: 'time', untilMs: nowMs + 1 }), seenEvents(), null, null],
  ['archived until now', archived({ until: 'time', untilMs: nowMs }), seenEvents(), 'ongoing', 'unarchived'],
  ['9 of 10 events', archived({ until: 'events', more: 10, eventCount: 91 }), seenEvents(), null, null],
  ['10 of 10 events', archived({ until: 'events', more: 10, eventCount: 90 }), seenEvents(), 'ongoing', 'unarchived'],
  ['1 of 2 users', archived({ until: 'users', more: 2, userCount: 9 }), seenEvents(), null, null],
  ['2 of 2 users', archived({ until: 'users', more: 2, userCount: 8 }), seenEvents(), 'ongoing', 'unarchived'],
  ['5 events in the window', archived(rate([[slot, 4]])), seenEvents(), 'ongoing', 'unarchived'],
  [
    '5 events of which one is at its far end',
    archived(
      rate([
        [slot - 59, 1],
        [slot, 3],
      ]),
    ),
    seenEvents(),
    'ongoing',
    'unarchived',
  ],
  ['2 of 2 users in the window', archived(userRate([[slot - 59, ['x']]])), seenEvents(), 'ongoing', 'unarchived'],
  ['archived until escalating, and it is quiet', archived(enough), seenEvents(), null, null],
  ['archived until escalating, and it is', archived(enough), seenEvents({ rate: loud }), 'escalating', 'escalating'],
  [
    'archived until escalating, and what was loud was before',
    archived({ ...enough, eventCount: 80 }),
    seenEvents({ rate: loud }),
    null,
    null,
  ],
];

test.each(table)('%s', (_what, state, come, then, change) => {
  const after = stateAfterEvents(state, come, releaseDates);
  expect(after.change?.kind ?? null).toBe(change);
  if (then === null) expect(after.state).toEqual(state);
  else {
    expect(after.state).toMatchObject({ status: 'unresolved', substate: then, statusAtMs: nowMs });
    expect([after.state.resolution, after.state.archive]).toEqual([null, null]);
    expect(after.state.regressedAtMs).toBe(then === 'regressed' ? nowMs : state.regressedAtMs);
  }
});

test('events outside the window do not count, and the window bounds the slots', () => {
  let state = archived(
    rate([
      [slot - 60, 4],
      [slot - 30, 1],
    ]),
  );
  state = stateAfterEvents(state, seenEvents(), releaseDates).state;
  expect(state.status).toBe('archived');
  for (let minute = 1; minute < 500; minute += 20) {
    state = stateAfterEvents(state, seenEvents({ atMs: nowMs + minute * 60_000 }), releaseDates).state;
  }
  expect(state.status).toBe('archived');
  expect(state.archive).toMatchObject({ until: 'event-rate' });
  if (state.archive?.until === 'event-rate')
    expect(state.archive.slots.length).toBeLessThanOrEqual(ARCHIVE_WINDOW_SLOTS);
});

test('a user counts once in a window, by the newest event', () => {
  let state = archived(userRate([[slot - 60, ['gone']]]));
  for (const minute of [0, 30, 59]) {
    state = stateAfterEvents(state, seenEvents({ atMs: nowMs + minute * 60_000 }), releaseDates).state;
    expect(state.archive).toMatchObject({ slots: [[slot + minute, [expect.stringMatching(/^[\w-]{12}$/)]]] });
  }
  const nobody = stateAfterEvents(state, seenEvents({ userKeys: [] }), releaseDates).state;
  expect(nobody.status).toBe('archived');
  const second = seenEvents({ atMs: nowMs + 118 * 60_000, userKeys: ['id:2'] });
  expect(stateAfterEvents(state, second, releaseDates).state.status).toBe('unresolved');
});

describe('by time alone', () => {
  test.each(['new', 'regressed', 'escalating'] as const)('%s is ongoing after a week', (substate) => {
    const state = { ...unresolved(substate), statusAtMs: 500 };
    expect(dueAtMs(state)).toBe(500 + NEW_ISSUE_MS);
    expect(stateAfterTime(state, 499 + NEW_ISSUE_MS)).toEqual({ state, change: null });
    const { state: after, change } = stateAfterTime(state, 500 + NEW_ISSUE_MS);
    expect([after.substate, change]).toEqual(['ongoing', { kind: 'ongoing', from: substate }]);
  });

  test.each([
    unresolved('ongoing'),
    resolved({ how: 'now' }),
    archived({ until: 'forever' }),
    archived({ until: 'users', more: 1, userCount: 1 }),
  ])('%j never changes', (state) => {
    expect(dueAtMs(state)).toBeNull();
    expect(stateAfterTime(state, Infinity)).toEqual({ state, change: null });
  });
});

describe('escalating', () => {
  const now = 10_000;
  const at = (hours: [ago: number, events: number][]): HourCount[] =>
    hours.map(([ago, events]) => ({ hour: now - ago, events }));
  const judge = (hours: HourCount[]) => {
    const lastHour = hours.find(({ hour }) => hour === now)?.events ?? 0;
    return isEscalating(rateOf(dayCounts(hours, now), lastHour));
  };

  test.each<[string, HourCount[], ReturnType<typeof isEscalating>]>([
    ['20 in an hour after nothing are few', at([[0, 20]]), null],
    ['21 in an hour after nothing are not', at([[0, 21]]), { events: 21, threshold: 20, per: 'hour' }],
    [
      'twice the busiest hour is usual',
      at([
        [0, 200],
        [30, 100],
      ]),
      null,
    ],
    [
      'more than twice the busiest hour is not',
      at([
        [0, 201],
        [30, 100],
      ]),
      { events: 201, threshold: 200, per: 'hour' },
    ],
    [
      'a slow rise shows in the day',
      at(Array.from({ length: 24 }, (_, ago) => [ago, 10])),
      { events: 240, threshold: 50, per: 'day' },
    ],
    ['a steady stream is steady', at(Array.from({ length: 190 }, (_, ago) => [ago, 10])), null],
  ])('%s', (_what, hours, expected) => expect(judge(hours)).toEqual(expected));

  test('a stream that never doubles never escalates, at any time of the hour', () => {
    const steady = fc.array(fc.integer({ min: 51, max: 100 }), { minLength: 192, maxLength: 192 });
    fc.assert(
      fc.property(steady, fc.integer({ min: 1, max: 100 }), (counts, lastHour) => {
        const hours = counts.map((events, ago) => ({ hour: now - ago, events: ago === 0 ? lastHour : events }));
        expect(judge(hours)).toBeNull();
      }),
    );
  });

  test('an hour is an hour of the Unix clock', () => expect([hourOf(hourMs - 1), hourOf(hourMs)]).toEqual([0, 1]));
});
