import type { IssueId } from '@seismo/protocol';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { openTestServer } from '../../testing/test-server.ts';

let projects = 0;

const server = await openTestServer();
const viewer = await server.user(await server.organization('acme'), 'owner');

/** An event of one of the issues; higher numbers are new issues. */
const happening = fc.record({
  issue: fc.integer({ min: 0, max: 16 }),
  /** Clients may be late with it. */
  lateMs: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 40_000 })),
  count: fc.integer({ min: 1, max: 4 }),
});

const ISSUE_COUNT = 13;

test.each(['last-seen', 'events'] as const)(
  'pages sorted by %s list each issue once and in order while new events arrive',
  async (sort) => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(happening, { minLength: ISSUE_COUNT, maxLength: ISSUE_COUNT }),
        fc.array(fc.array(happening, { maxLength: 5 }), { minLength: 1, maxLength: 8 }),
        fc.integer({ min: 1, max: 5 }),
        async (before, meanwhile, count) => {
          const project = await server.command.createProject(viewer, {
            slug: `p${projects++}`,
            name: '',
            platform: '',
          });
          const happens = ({ issue, lateMs, count: events }: (typeof before)[number]) =>
            server.send(project, `${project.slug}-${issue}`, { count: events, atMs: server.clock.now() - lateMs });
          for (const [issue, one] of before.entries()) await happens({ ...one, issue });
          await server.drain();
          const filter = { projects: [project.slug], environments: [], range: '24h' as const, query: '', sort };
          const whole = await server.query.listIssues(viewer, { ...filter, cursor: null, count: 100 });
          const seen: IssueId[] = [];
          let cursor: string | null = null;
          for (let page = 0; ; page++) {
            const { issues, next } = await server.query.listIssues(viewer, { ...filter, cursor, count });
            seen.push(...issues.map(({ id }) => id));
            if (next === null) break;
            cursor = next;
            for (const one of meanwhile[page] ?? []) await happens(one);
            await server.drain();
          }
          const there = whole.issues.map(({ id }) => id);
          expect(seen.filter((id) => there.includes(id))).toEqual(there);
        },
      ),
      { numRuns: 12 },
    );
  },
);
