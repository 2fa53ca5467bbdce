import fc from 'fast-check';
import { expect, test } from 'vitest';
import { openTestServer } from '../../testing/test-server.ts';
import { all, any, not, type Search } from '#domain/search/ast.ts';
import { readSearch } from '#domain/search/compile-search.ts';
import { printSearch } from '#domain/search/print.ts';

const server = await openTestServer();
const viewer = await server.user(await server.organization('main'), 'admin');

interface Event {
  environment: string;
  plan: string;
  user: string;
}
interface Issue {
  name: string;
  resolved: boolean;
  level: 'error' | 'warning';
  events: Event[];
}

const event = fc.record({
  environment: fc.constantFrom('production', 'staging'),
  plan: fc.constantFrom('', 'free', 'team'),
  user: fc.constantFrom('1', '2'),
});
const issue = fc.record({
  resolved: fc.boolean(),
  level: fc.constantFrom('error' as const, 'warning' as const),
  events: fc.array(event, { minLength: 1, maxLength: 3 }),
});

/** Terms with their meaning, computed here in the simplest way. */
const ofIssues: Record<string, (one: Issue) => boolean> = {
  'is:resolved': (one) => one.resolved,
  'is:[unresolved,archived]': (one) => !one.resolved,
  'level:warning': (one) => one.level === 'warning',
  'timesSeen:>1': (one) => one.events.length > 1,
  first: (one) => one.name.startsWith('first'),
};
const ofEvents: Record<string, (one: Event) => boolean> = {
  'environment:production': (one) => one.environment === 'production',
  'environment:*ag*': (one) => one.environment === 'staging',
  'plan:[free,team]': (one) => one.plan !== '',
  'has:plan': (one) => one.plan !== '',
  'plan:t*': (one) => one.plan === 'team',
  'user.id:1': (one) => one.user === '1',
};

const nowhere = { from: 0, to: 0 };
const { search } = fc.letrec<{ search: Search }>((tie) => ({
  search: fc.oneof(
    { maxDepth: 4, depthIdentifier: 'search' },
    fc.constantFrom(...Object.keys(ofIssues), ...Object.keys(ofEvents)).map(readSearch),
    fc.array(tie('search'), { minLength: 1, maxLength: 3 }).map((of) => all(of, nowhere)),
    fc.array(tie('search'), { minLength: 1, maxLength: 3 }).map((of) => any(of, nowhere)),
    tie('search').map((of) => not(of, nowhere)),
  ),
}));

function isOfEvents(one: Search): boolean {
  if (one.kind === 'not') return isOfEvents(one.of);
  if (one.kind === 'all' || one.kind === 'any') return one.of.every(isOfEvents);
  return Object.hasOwn(ofEvents, printSearch(one));
}

function eventMeets(one: Search, event: Event): boolean {
  if (one.kind === 'not') return !eventMeets(one.of, event);
  if (one.kind === 'all') return one.of.every((part) => eventMeets(part, event));
  if (one.kind === 'any') return one.of.some((part) => eventMeets(part, event));
  return ofEvents[printSearch(one)]!(event);
}

/** docs/search.md: event terms that belong together match one event; everything else is about the issue. */
function issueMeets(one: Search, found: Issue): boolean {
  if (isOfEvents(one)) return found.events.some((event) => eventMeets(one, event));
  if (one.kind === 'not') return !issueMeets(one.of, found);
  if (one.kind === 'all' || one.kind === 'any') {
    const together = one.of.filter(isOfEvents);
    const parts = one.of.filter((part) => !together.includes(part));
    if (together.length > 0) parts.push({ ...one, of: together });
    return one.kind === 'all'
      ? parts.every((part) => issueMeets(part, found))
      : parts.some((part) => issueMeets(part, found));
  }
  return ofIssues[printSearch(one)]!(found);
}

test('a search matches its meaning for any mix of issue and event terms, AND, OR and NOT', async () => {
  let runs = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(issue, { minLength: 1, maxLength: 5 }),
      fc.array(search, { minLength: 5, maxLength: 12 }),
      async (drawn, searches) => {
        const slug = `p${++runs}`;
        const project = await server.command.createProject(viewer, { slug, name: slug, platform: 'node' });
        const issues = drawn.map((one, index): Issue => ({
          ...one,
          name: `${index % 2 ? 'first' : 'second'} ${index}`,
        }));
        for (const one of issues) {
          for (const { environment, plan, user } of one.events) {
            await server.send(project, one.name, {
              value: one.name,
              level: one.level,
              environment,
              user: { id: `${user}` },
              tags: plan === '' ? {} : { plan },
            });
          }
        }
        await server.drain();
        const list = async (query: string) => {
          const page = await server.query.listIssues(viewer, {
            projects: [slug],
            environments: [],
            range: '14d',
            query,
            sort: 'last-seen',
            cursor: null,
            count: 100,
          });
          expect(page.problem, query).toBeNull();
          return page.issues;
        };
        const shortIds = new Map((await list('')).map(({ value, shortId }) => [value, shortId]));
        await server.command.changeIssues(
          viewer,
          issues.filter((one) => one.resolved).map(({ name }) => shortIds.get(name)!),
          { status: { to: 'resolved', in: 'now' } },
        );
        for (const one of searches) {
          const text = printSearch(one);
          const found = (await list(text)).map(({ value }) => value);
          expect(found.toSorted(), text).toEqual(
            issues
              .filter((each) => issueMeets(one, each))
              .map(({ name }) => name)
              .toSorted(),
          );
        }
      },
    ),
    { numRuns: 25 },
  );
}, 180_000);
