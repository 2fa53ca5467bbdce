import type { SummarizedRelease } from '@seismo/server';
import { expect, test } from 'vitest';
import { verdictSentence } from './verdict-sentence.ts';

const release = (version: string, change: Partial<SummarizedRelease> = {}): SummarizedRelease => ({
  version,
  firstSeenAtMs: 0,
  adoption: null,
  by: 'sessions',
  sessions: 1000,
  crashFreeSessions: 0.99,
  events: 10,
  eventsPerThousandSessions: 10,
  newIssues: 0,
  regressedIssues: 0,
  ...change,
});
const [head, base] = [release('shop@2.5.1'), release('shop@2.5.0')];

test('the figures that differ are the reasons', () => {
  expect(
    verdictSentence({
      head,
      base,
      assessment: 'worse',
      findings: [
        { what: 'crash-free', isWorse: true, head: 0.982, base: 0.9996 },
        { what: 'regressed', isWorse: true, head: 1, base: 0 },
        { what: 'new-issues', isWorse: true, head: 3, base: 0 },
        { what: 'error-rate', isWorse: true, head: 41.3, base: 1.26 },
      ],
    }),
  ).toBe(
    '2.5.1 looks worse than 2.5.0: 98.2% of its sessions end without a crash, 99.96% of those of 2.5.0; ' +
      '1 resolved issue came back; 3 new issues, where 2.5.0 brought none; 41 errors per 1,000 sessions instead of 1.3.',
  );
});

test('where nothing can be said, it says why', () => {
  const told = (
    assessment: 'early' | 'same' | 'first',
    newer: SummarizedRelease,
    older: SummarizedRelease | null = base,
  ) => verdictSentence({ head: newer, base: older, assessment, findings: [] });
  expect(told('early', release('shop@2.5.1', { sessions: 12 }))).toContain('12 sessions so far');
  expect(told('early', release('shop@2.5.1', { by: 'events' }))).toContain('within the last hour');
  expect(told('same', release('shop@2.5.1', { by: 'events' }))).toContain('Without sessions');
  expect(told('same', head)).toBe('2.5.1 does as 2.5.0 did: nothing differs by more than chance.');
  expect(told('first', head, null)).toMatch(/^shop@2\.5\.1 is the first release/);
});

test('releases of different packages keep their full names', () => {
  expect(verdictSentence({ head, base: release('api@1.0.0'), assessment: 'same', findings: [] })).toContain(
    'shop@2.5.1 does as api@1.0.0 did',
  );
});
