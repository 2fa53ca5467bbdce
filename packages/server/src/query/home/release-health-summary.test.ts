import { beforeEach, expect, test } from 'vitest';
import { dayMs, openShop, type TestServer } from '../../testing/test-server.ts';
import type { Viewer } from '#domain/permissions/viewer.ts';
import type { ProjectView } from '../projects/views.ts';
import { findingsOf, assess } from './release-health-summary.ts';
import type { SummarizedRelease } from './views.ts';

let server: TestServer;
let owner: Viewer;
let project: ProjectView;
beforeEach(async () => {
  ({ server, owner, shop: project } = await openShop());
});

const release = (change: Partial<SummarizedRelease> = {}): SummarizedRelease => ({
  version: 'shop@1.0.0',
  firstSeenAtMs: 0,
  adoption: 0.5,
  by: 'sessions',
  sessions: 1000,
  crashFreeSessions: 0.99,
  events: 50,
  eventsPerThousandSessions: 50,
  newIssues: 0,
  regressedIssues: 0,
  ...change,
});

const ratingOf = (head: Partial<SummarizedRelease>, base: Partial<SummarizedRelease> = {}) => {
  const findings = findingsOf(release(head), release(base));
  return [assess(release(head), release(base), findings, dayMs), findings.map(({ kind }) => kind)];
};

test('significant differences are rated as better or worse', () => {
  expect(ratingOf({})).toEqual(['same', []]);
  expect(ratingOf({ crashFreeSessions: 0.95 })).toEqual(['worse', ['crash-free']]);
  expect(ratingOf({ crashFreeSessions: 1 })).toEqual(['better', ['crash-free']]);
  expect(ratingOf({ crashFreeSessions: 0.985 })).toEqual(['same', []]);
  expect(ratingOf({ events: 150, eventsPerThousandSessions: 150 })).toEqual(['worse', ['error-rate']]);
  expect(ratingOf({ events: 60, eventsPerThousandSessions: 60 })).toEqual(['same', []]);
  expect(ratingOf({ regressedIssues: 1, crashFreeSessions: 1 })).toEqual(['mixed', ['crash-free', 'regressed']]);
});

test('new issues count only where there are more than the older release had time for', () => {
  expect(ratingOf({ newIssues: 2 }, { newIssues: 1 })).toEqual(['worse', ['new-issues']]);
  expect(ratingOf({ newIssues: 1 }, { newIssues: 4 })).toEqual(['same', []]);
});

test('too few sessions give no rate and say so', () => {
  expect(ratingOf({ sessions: 20, crashFreeSessions: 0.5 })).toEqual(['early', []]);
  expect(ratingOf({ sessions: 20, regressedIssues: 1 })).toEqual(['worse', ['regressed']]);
  expect(ratingOf({ by: 'events', sessions: 0, firstSeenAtMs: dayMs - 1000 })).toEqual(['early', []]);
  expect(ratingOf({ by: 'events', sessions: 0 })).toEqual(['same', []]);
});

test('the newest release is compared with the previous one, each with its own stats', async () => {
  expect(await server.query.releaseHealthSummary(owner, 'shop')).toBeNull();
  const now = server.clock.now();
  await server.report(project, 'a', { release: 'shop@1.0.0', atMs: now - 5 * dayMs });
  expect(await server.query.releaseHealthSummary(owner, 'shop')).toMatchObject({ assessment: 'first', base: null });
  await server.report(project, 'b', { release: 'shop@1.10.0', atMs: now - 2 * dayMs, count: 3 });
  await server.report(project, 'c', { release: 'shop@1.10.0', atMs: now - 2 * dayMs });
  await server.report(project, 'a', { release: 'shop@1.9.0', atMs: now - dayMs });
  const summary = await server.query.releaseHealthSummary(owner, 'shop');
  expect(summary).toMatchObject({
    assessment: 'worse',
    head: { version: 'shop@1.10.0', events: 4, newIssues: 2, sessions: 0 },
    base: { version: 'shop@1.9.0', events: 1, newIssues: 0 },
    findings: [{ kind: 'new-issues', isWorse: true, head: 2, base: 0 }],
  });
});
