import type { SummarizedRelease } from '@seismo/server';
import { expect, test } from 'vitest';
import { releaseHealthSentence } from './release-health-sentence.ts';

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

test('the numbers that differ are the reasons', () => {
  expect(
    releaseHealthSentence({
      head,
      base,
      assessment: 'worse',
      findings: [
        { kind: 'crash-free', isWorse: true, head: 0.982, base: 0.9996 },
        { kind: 'regressed', isWorse: true, head: 1, base: 0 },
        { kind: 'new-issues', isWorse: true, head: 3, base: 0 },
        { kind: 'error-rate', isWorse: true, head: 41.3, base: 1.26 },
      ],
    }),
  ).toBe(
    '2.5.1 looks worse than 2.5.0: 98.2% crash-free sessions instead of 99.96%; ' +
      '1 resolved issue regressed; 3 new issues instead of 0; 41 errors per 1,000 sessions instead of 1.3.',
  );
});

test('without an assessment the sentence names the reason', () => {
  const sentence = (
    assessment: 'early' | 'same' | 'first',
    newer: SummarizedRelease,
    older: SummarizedRelease | null = base,
  ) => releaseHealthSentence({ head: newer, base: older, assessment, findings: [] });
  expect(sentence('early', release('shop@2.5.1', { sessions: 12 }))).toContain('12 sessions so far');
  expect(sentence('early', release('shop@2.5.1', { by: 'events' }))).toContain('less than an hour ago');
  expect(sentence('same', release('shop@2.5.1', { by: 'events' }))).toContain('Rates need session data');
  expect(sentence('same', head)).toBe('2.5.1 performs like 2.5.0: no significant difference.');
  expect(sentence('first', head, null)).toMatch(/^shop@2\.5\.1 is the first release/);
});

test('releases of different packages keep their full names', () => {
  expect(releaseHealthSentence({ head, base: release('api@1.0.0'), assessment: 'same', findings: [] })).toContain(
    'shop@2.5.1 performs like api@1.0.0',
  );
});
