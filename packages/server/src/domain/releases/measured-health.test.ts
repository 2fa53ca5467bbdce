import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  changeTexts,
  looks,
  measuredHealth,
  nextLook,
  reasonTexts,
  type IssueCount,
  type MeasuredRelease,
  type SessionCounts,
} from './measured-health.ts';

const hourMs = 3_600_000;
const [first, second, third, last] = looks;

const counts = (sessions: number, crashed: number, errored = crashed): SessionCounts => ({
  sessions,
  crashed,
  errored,
});
const issue = (id: number, given: Partial<IssueCount> = {}): IssueCount => ({
  id,
  events: 1,
  users: 1,
  isHighPriority: false,
  ...given,
});

function measure(given: Partial<MeasuredRelease> = {}) {
  return measuredHealth({
    windowMs: second.windowMs,
    sessions: null,
    events: { all: 0, own: 0, windows: [] },
    newIssues: [],
    regressedIssues: [],
    missingIssues: [],
    ...given,
  });
}

const withSessions = (own: SessionCounts, before: SessionCounts, given: Partial<MeasuredRelease> = {}) =>
  measure({ sessions: { own, before }, ...given });
const withEvents = (all: number, own: number, windows: number[], given: Partial<MeasuredRelease> = {}) =>
  measure({ events: { all, own, windows }, ...given });

test('a release whose sessions crash more is bad', () => {
  const health = withSessions(counts(1000, 40), counts(20_000, 100));
  expect([health.rating, health.reasons]).toEqual(['bad', ['more-crashes', 'more-errors']]);
  expect(health.crashed).toMatchObject({ value: 0.04, before: 0.005 });
  expect(reasonTexts(health)[0]).toBe(
    '4% of sessions crash, 0.5% before. The increase is at least 2.21 percentage points.',
  );
  expect(changeTexts(health)).toEqual([
    { name: 'Sessions', value: '1,000' },
    { name: 'Crash-free sessions', value: '96%, and 99.5% before' },
    { name: 'Error-free sessions', value: '96%, and 99.5% before' },
  ]);
});

test('errors alone make a release bad, too', () => {
  const health = withSessions(counts(1000, 0, 80), counts(20_000, 0, 200));
  expect([health.rating, health.reasons]).toEqual(['bad', ['more-errors']]);
});

test('a release is good once a larger increase can be ruled out', () => {
  const before = counts(20_000, 100, 400);
  const few = withSessions(counts(300, 1, 6), before);
  expect([few.rating, few.reasons]).toEqual(['unclear', ['too-little-data']]);
  expect(reasonTexts(few)).toEqual([
    '300 sessions are too few to rule out an increase of crashes or errors by 1 percentage point.',
  ]);
  const many = withSessions(counts(10_000, 50, 200), before);
  expect([many.rating, many.reasons]).toEqual(['good', ['as-healthy']]);
});

test('a difference that does not matter makes no release bad', () => {
  const health = withSessions(counts(4_000_000, 4000), counts(4_000_000, 2000));
  expect(health.crashed!.low).toBeGreaterThan(0);
  expect(health.rating).toBe('good');
});

test('without sessions since or before, there is nothing to compare', () => {
  expect(withSessions(counts(0, 0), counts(1000, 5)).reasons).toEqual(['no-data']);
  expect(withSessions(counts(1000, 5), counts(0, 0)).reasons).toEqual(['nothing-before']);
});

test('the bounds of a change contain it, and are inside -1 and 1', () => {
  const share = fc
    .integer({ min: 1, max: 5000 })
    .chain((sessions) => fc.integer({ min: 0, max: sessions }).map((crashed) => counts(sessions, crashed)));
  fc.assert(
    fc.property(share, share, (own, before) => {
      const { value, before: then, low, high } = withSessions(own, before).crashed!;
      expect(low).toBeLessThanOrEqual(value - then + 1e-12);
      expect(high).toBeGreaterThanOrEqual(value - then - 1e-12);
      expect(low).toBeGreaterThanOrEqual(-1 - 1e-12);
      expect(high).toBeLessThanOrEqual(1 + 1e-12);
    }),
  );
});

/** mulberry32 (github.com/bryc/code, jshash/PRNGs.md): always the same numbers. */
function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

test.each([
  [500, 0.005, 0.03],
  [500, 0.02, 0.1],
  [2000, 0.01, 0.05],
])('of %d sessions a day, a release without a difference is seldom called bad', (perDay, crash, error) => {
  const random = seededRandom(7);
  const sample = (count: number): SessionCounts => {
    const found = counts(count, 0);
    for (let index = 0; index < count; index++) {
      const at = random();
      if (at < crash) found.crashed++;
      if (at < crash + error) found.errored++;
    }
    return found;
  };
  const isCalledBad = (): boolean => {
    const before = sample(perDay);
    const own = counts(0, 0);
    for (const { windowMs } of looks) {
      const more = sample(Math.round((perDay * windowMs) / last.windowMs) - own.sessions);
      for (const name of ['sessions', 'crashed', 'errored'] as const) own[name] += more[name];
      const { rating } = withSessions(own, before, { windowMs });
      if (rating !== 'unclear') return rating === 'bad';
    }
    return false;
  };
  const runs = 1000;
  expect(Array.from({ length: runs }, isCalledBad).filter(Boolean).length / runs).toBeLessThan(0.05);
});

test('a few sessions that crash make no release bad', () => {
  expect(withSessions(counts(5, 4), counts(1000, 5)).rating).toBe('unclear');
  expect(withSessions(counts(6, 5), counts(1000, 5)).rating).toBe('bad');
});

const usual = Array.from({ length: 30 }, (_, index) => 10 + (index % 5));

test('without sessions, more events than in any window before make a release bad', () => {
  const health = withEvents(40, 40, usual);
  expect([health.rating, health.reasons]).toEqual(['bad', ['more-events']]);
  expect(health.events).toEqual({ value: 40, median: 12, exceeded: 30, windowCount: 30 });
  expect(reasonTexts(health)).toEqual([
    '40 error events in 1 hour: more than in any of the 30 periods of that length before. The usual count is 12.',
  ]);
  expect(changeTexts(health)).toEqual([{ name: 'Error events', value: '40, and usually 12' }]);
});

test.each([
  ['not twice as many as usual', withEvents(20, 20, usual), 'unclear', 'too-little-data'],
  [
    'too few events',
    withEvents(
      9,
      9,
      usual.map(() => 1),
    ),
    'unclear',
    'too-little-data',
  ],
  ['not more than ever before', withEvents(40, 40, [...usual, 40]), 'unclear', 'too-little-data'],
  ['too few windows', withEvents(40, 40, usual.slice(11)), 'unclear', 'nothing-before'],
  ['as many as usual', withEvents(12, 12, usual), 'good', 'no-more-events'],
  ['mostly from other releases', withEvents(12, 5, usual), 'unclear', 'takes-over'],
  ['none from the release', withEvents(12, 0, usual), 'unclear', 'no-data'],
] as const)('without sessions: %s', (_what, health, rating, reason) => {
  expect([health.rating, health.reasons]).toEqual([rating, [reason]]);
  expect(reasonTexts(health)[0]).toMatch(/^[A-Z].*\.$/);
});

test('a new or regressed issue of high priority that affects several users makes a release bad', () => {
  const good = { own: counts(10_000, 5), before: counts(20_000, 10) };
  const rate = (given: Partial<MeasuredRelease>) => measure({ sessions: good, ...given });
  for (const serious of [
    issue(1, { isHighPriority: true, users: 3 }),
    issue(1, { isHighPriority: true, events: 10, users: 0 }),
  ]) {
    expect(rate({ newIssues: [serious] }).reasons).toEqual(['serious-issues']);
    expect(rate({ regressedIssues: [serious] }).rating).toBe('bad');
  }
  for (const mild of [issue(1, { users: 3, events: 10 }), issue(1, { isHighPriority: true, users: 2, events: 9 })]) {
    expect(rate({ newIssues: [mild] }).rating).toBe('good');
  }
  const both = rate({
    newIssues: [issue(1, { isHighPriority: true, users: 3 }), issue(2)],
    regressedIssues: [issue(3)],
  });
  expect(reasonTexts(both)).toEqual([
    '2 new issues and 1 regressed issue, at least one of high priority that affects several users.',
  ]);
});

test('a single issue or session is one', () => {
  const sessions = { own: counts(1, 0), before: counts(1, 0) };
  expect(reasonTexts(measure({ sessions }))).toEqual([
    '1 session is too few to rule out an increase of crashes or errors by 1 percentage point.',
  ]);
  const regressedIssues = [issue(1, { isHighPriority: true, users: 3 })];
  expect(reasonTexts(measure({ sessions, regressedIssues }))).toEqual([
    '1 regressed issue of high priority affects several users.',
  ]);
});

test('issues are gone if they would have been seen again', () => {
  const missingIssues = [issue(1, { events: 49 }), issue(2, { events: 50 }), issue(3, { events: 500 })];
  const bySessions = withSessions(counts(100, 0), counts(1000, 0), { missingIssues });
  expect(bySessions.goneIssues).toMatchObject({ count: 2, issues: [{ id: 3 }, { id: 2 }] });
  const windowMs = 4 * hourMs;
  const byTime = withEvents(1, 1, usual, {
    windowMs,
    missingIssues: [issue(1, { events: 29 }), issue(2, { events: 30 })],
  });
  expect(byTime.goneIssues).toMatchObject({ count: 1, issues: [{ id: 2 }] });
});

test('the most frequent ten issues are listed', () => {
  const newIssues = Array.from({ length: 12 }, (_, index) => issue(index, { events: index }));
  const { count, issues } = measure({ newIssues }).newIssues;
  expect([count, issues.map(({ id }) => id)]).toEqual([12, [11, 10, 9, 8, 7, 6, 5, 4, 3, 2]]);
});

test('a release is measured at the last look that is due', () => {
  const startedAtMs = 1000;
  const at = (ms: number) => nextLook(startedAtMs, startedAtMs + ms);
  expect(at(first.windowMs)).toEqual({ windowMs: first.windowMs, nextAtMs: startedAtMs + second.windowMs });
  expect(at(third.windowMs - 1)).toEqual({ windowMs: second.windowMs, nextAtMs: startedAtMs + third.windowMs });
  expect(at(30 * last.windowMs)).toEqual({ windowMs: last.windowMs, nextAtMs: null });
});
