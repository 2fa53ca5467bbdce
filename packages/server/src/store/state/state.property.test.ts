import fc from 'fast-check';
import { anyCharacter } from '../../testing/any-character.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { levels, type IssueId, type ProjectId, type TeamId, type UserId } from '@seismo/protocol';
import type { IssueFacts, IssueState, IssueListing, IssueTexts, State } from './contract.ts';
import type { IssueCondition } from '#domain/search/issue-condition.ts';
import { priorities } from '#domain/issue-status/priority.ts';
import { NEW_ISSUE_MS, substates } from '#domain/issue-status/issue-status.ts';
import { seed } from './issues/seeds.ts';
import { hasPostgres, startPostgres, type TestPostgres } from '../../testing/postgres.ts';
import { inBothEngines } from '../../testing/both-engines.ts';

let postgres: TestPostgres;
beforeAll(() => {
  if (hasPostgres) postgres = startPostgres();
});
afterAll(() => postgres?.stop());

// Few values, so that they meet: the same users, times, releases and words again and again.
const projectId = fc.constantFrom(1, 2) as fc.Arbitrary<ProjectId>;
const hash = fc.constantFrom('a', 'b', 'c', 'd', 'e');
const time = fc.integer({ min: 1, max: 6 });
const text = fc.oneof(
  fc.constantFrom('', 'Error', 'TYPE', 'ünï', '100%', 'a_b', '\\'),
  fc.string({ unit: anyCharacter, maxLength: 4 }),
);
const level = fc.constantFrom(...levels);
const handled = fc.constantFrom(true, false, null);
const release = fc.constantFrom('', '1.0', '2.0');
const status = fc.constantFrom('unresolved', 'resolved', 'archived');
const person = fc.constantFrom(1, 2) as fc.Arbitrary<UserId>;
const assignee = fc.oneof(
  person.map((userId) => ({ kind: 'user' as const, userId })),
  fc.constantFrom(1, 2).map((teamId) => ({ kind: 'team' as const, teamId: teamId as TeamId })),
);
const small = fc.integer({ min: 1, max: 4 });
const resolution = fc.option(
  fc.oneof(
    fc.constant({ how: 'now' as const }),
    release.map((after) => ({ how: 'next-release' as const, after })),
    release.map((version) => ({ how: 'release' as const, release: version })),
    fc.option(release).map((version) => ({ how: 'commit' as const, commit: 'c', release: version })),
  ),
);
const archive = fc.option(
  fc.oneof(
    fc.constant({ until: 'forever' as const }),
    time.map((untilMs) => ({ until: 'time' as const, untilMs })),
    small.map((more) => ({ until: 'events' as const, more, eventCount: 1 })),
    small.map((more) => ({ until: 'users' as const, more, userCount: 0 })),
    small.map((more) => ({ until: 'event-rate' as const, more, windowMs: 60, slots: [] })),
    small.map((more) => ({ until: 'user-rate' as const, more, windowMs: 60, slots: [] })),
    small.map((perHour) => ({ until: 'escalating' as const, perHour, perDay: 4, eventCount: 1 })),
  ),
);
const issueState: fc.Arbitrary<IssueState> = fc
  .record({ status, substate: fc.constantFrom(...substates), resolution, archive, at: time })
  .map((each) => ({
    status: each.status,
    substate: each.status === 'unresolved' ? each.substate : null,
    statusAtMs: each.at,
    resolution: each.status === 'resolved' ? each.resolution : null,
    archive: each.status === 'archived' ? each.archive : null,
    regressedAtMs: null,
  }));
const headline = { level, type: text, value: text, culprit: text, handled };

const textField = fc.constantFrom('type', 'value', 'culprit', 'function', 'file', 'module', 'breadcrumb', 'tag');
const searchText = fc.oneof(
  fc.constantFrom(
    'useCartTotal',
    'cart',
    'Total',
    'cart total',
    'src/cart.tsx',
    'HTTPServer',
    'ünï',
    '漢字',
    '',
    '-',
    'AND',
  ),
  text,
);
const texts = fc.array(
  fc.record({ pick: fc.nat(), texts: fc.array(fc.record({ field: textField, text: searchText }), { maxLength: 4 }) }),
  {
    maxLength: 3,
  },
);

const seeds = fc.record({
  kind: fc.constant('seeds'),
  projectId,
  seeds: fc.array(fc.record({ hash, firstSeenAtMs: time, ...headline }), { maxLength: 4 }),
});
const batch = fc.record({
  kind: fc.constant('batch'),
  skip: fc.integer({ min: 0, max: 2 }),
  atMs: time,
  facts: fc.array(
    fc.record({
      // Of the issues that there are by then.
      pick: fc.nat(),
      events: fc.integer({ min: 1, max: 3 }),
      userKeys: fc.uniqueArray(fc.constantFrom('id:1', 'id:2', 'ip:::1', 'id:\0')),
      firstSeenAtMs: time,
      lastSeenAtMs: time,
      firstRelease: release,
      lastRelease: release,
      environments: fc.uniqueArray(fc.constantFrom('', 'dev', 'a\0', 'production')),
      sightings: fc.array(fc.record({ release, atMs: time }), { maxLength: 3 }),
      hours: fc.array(fc.record({ hour: fc.constantFrom(-1, 0, 1), events: fc.integer({ min: 1, max: 30 }) }), {
        maxLength: 2,
      }),
      digestOnly: fc.boolean(),
      ...headline,
    }),
    { maxLength: 4 },
  ),
  release: fc.record({ projectId, version: release, firstSeenAtMs: time, lastSeenAtMs: time, events: time }),
  environment: fc.record({ projectId, name: fc.constantFrom('', 'dev', 'production') }),
  texts,
});
const picks = fc.array(fc.nat(), { maxLength: 3 });
const updates = fc.record({
  kind: fc.constant('update'),
  picks,
  update: fc.record(
    { state: issueState, assignee: fc.option(assignee), priority: fc.option(fc.constantFrom(...priorities)) },
    { requiredKeys: [] },
  ),
});
const personal = fc.record({
  kind: fc.constant('personal'),
  picks,
  person,
  seen: fc.option(time),
  bookmarked: fc.boolean(),
});
const turn = fc.record({
  kind: fc.constant('turn'),
  nowMs: fc.constantFrom(1, 4, NEW_ISSUE_MS + 3, 2 * NEW_ISSUE_MS),
  count: fc.constantFrom(1, 10),
});
const broken = fc.record({ kind: fc.constant('broken'), value: text });
const command = fc.oneof(seeds, batch, batch, batch, updates, personal, turn, broken);

const field = fc.constantFrom(
  'status',
  'level',
  'platform',
  'shortId',
  'firstRelease',
  'resolvedRelease',
  'resolvedAfter',
);
const fieldText = fc.oneof(status, level, release, fc.constantFrom('', 'node', 'javascript', 'WEB-1', 'e*', '[', '?'));
const number = fc.constantFrom('eventCount', 'userCount', 'firstSeenAtMs', 'lastSeenAtMs', 'regressedAtMs');
const condition = fc.letrec<{ condition: IssueCondition }>((tie) => ({
  condition: fc.oneof(
    { maxDepth: 3, depthIdentifier: 'condition' },
    fc.record({ field, is: fc.array(fieldText, { maxLength: 2 }) }),
    fc.record({
      field,
      like: fc.array(fc.oneof(fieldText, fc.constantFrom('e', '1')), { minLength: 1, maxLength: 3 }),
    }),
    fc.record({ number, comparison: fc.constantFrom('>', '>=', '<', '<='), value: time }),
    fc.record({ handled: fc.boolean() }),
    fc.record({ assignedTo: fc.oneof(fc.constant('anybody'), fc.array(assignee, { maxLength: 2 })) }),
    fc.record({ bookmarkedBy: person }),
    fc.record({ regressedIn: fc.record({ is: fc.array(release, { maxLength: 2 }) }) }),
    fc.record({ regressedIn: fc.record({ like: fc.array(release, { minLength: 1, maxLength: 2 }) }) }),
    fc.record({ ids: fc.array(fc.integer({ min: 1, max: 8 }), { maxLength: 3 }) }),
    fc.record({ projectIds: fc.array(projectId, { maxLength: 1 }) }),
    fc.record({
      text: fc.array(searchText, { minLength: 1, maxLength: 2 }),
      whole: fc.boolean(),
      in: fc.option(fc.uniqueArray(textField, { minLength: 1, maxLength: 3 })),
    }),
    fc.record({ headline: fc.array(text, { minLength: 1, maxLength: 2 }) }),
    fc.record({ all: fc.array(tie('condition'), { maxLength: 2 }) }),
    fc.record({ any: fc.array(tie('condition'), { maxLength: 2 }) }),
    fc.record({ not: tie('condition') }),
  ) as fc.Arbitrary<IssueCondition>,
}));

const listings = fc.array(
  fc.record({
    projectIds: fc.uniqueArray(projectId),
    ids: fc.option(fc.array(fc.integer({ min: 1, max: 8 }) as fc.Arbitrary<IssueId>, { maxLength: 4 })),
    where: fc.option(condition.condition),
    sort: fc.constantFrom('last-seen', 'first-seen', 'events', 'users'),
    after: fc.option(fc.record({ value: time, id: fc.integer({ min: 1, max: 8 }) as fc.Arbitrary<IssueId> })),
    count: fc.integer({ min: 1, max: 5 }),
  }) as fc.Arbitrary<IssueListing>,
  { maxLength: 8 },
);

type Command = typeof command extends fc.Arbitrary<infer C> ? C : never;

// Without PostgreSQL on the machine there is nothing to compare with.
test.skipIf(!hasPostgres)(
  'SQLite and PostgreSQL give the same answers after the same commands',
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(command, { maxLength: 12 }), listings, async (commands, queries) => {
        const [expected, found] = await inBothEngines(postgres, async (state) => {
          await twoProjects(state);
          const outcomes: unknown[] = [];
          for (const each of commands) outcomes.push(await run(state, each));
          return { outcomes, answers: await everything(state, queries) };
        });
        expect(found).toEqual(expected);
      }),
      { numRuns: 25 },
    );
  },
  240_000,
);

async function twoProjects(state: State): Promise<void> {
  await state.write(async (tx) => {
    const organizationId = await tx.createOrganization({ slug: 'main', name: 'Main', createdAtMs: 1 });
    for (const name of ['ada', 'bob']) {
      await tx.createUser({ email: `${name}@example.com`, name, passwordHash: null, createdAtMs: 1 });
    }
    for (const slug of ['web', 'api']) {
      await tx.createProject({ organizationId, slug, name: slug, platform: 'node', createdAtMs: 1 });
    }
  });
}

async function run(state: State, each: Command): Promise<unknown> {
  const organizationId = (await state.organizationBySlug('main'))!.id;
  const all = (await state.issuesByIds(Array.from({ length: 20 }, (_, index) => (index + 1) as IssueId))).map(
    ({ id }) => id,
  );
  const picked = (numbers: number[]) =>
    all.length === 0 ? [] : [...new Set(numbers.map((number) => all[number % all.length]!))];
  switch (each.kind) {
    case 'seeds': {
      const made = each.seeds.map((change) => ({
        ...seed({ organizationId, projectId: each.projectId }, change.hash),
        ...change,
      }));
      return state.write(async (tx) => Object.fromEntries(await tx.ensureIssues(made)));
    }
    case 'batch': {
      const facts =
        all.length === 0
          ? []
          : each.facts.map(({ pick, ...rest }): IssueFacts => ({ ...rest, issueId: all[pick % all.length]! }));
      const applied = await state.appliedSequence();
      const sequence = applied + each.skip;
      return state
        .write((tx) =>
          tx.applyBatch({
            after: Math.min(applied, sequence - 1),
            sequence,
            positions: [],
            atMs: each.atMs,
            projectIds: [each.release.projectId],
            issues: facts,
            releases: [{ ...each.release, organizationId }],
            environments: [each.environment],
            firstEvents: [{ projectId: each.release.projectId, atMs: each.atMs, platform: '' }],
            texts:
              all.length === 0
                ? []
                : (each.texts.map(({ pick, texts }) => ({ issueId: all[pick % all.length]!, texts })) as IssueTexts[]),
          }),
        )
        .then(
          () => 'applied',
          () => 'refused',
        );
    }
    case 'update':
      return state.write((tx) => tx.updateIssues(picked(each.picks).map((id) => ({ id, ...each.update }))));
    case 'personal':
      return state.write(async (tx) => {
        await tx.setSeen(each.person, picked(each.picks), each.seen);
        await tx.setBookmarked(each.person, picked(each.picks), each.bookmarked);
      });
    case 'turn':
      return state.write((tx) => tx.transitionDueIssues(each.nowMs, each.count));
    case 'broken':
      return state
        .write(async (tx) => {
          await tx.setSetting('broken', each.value);
          await tx.updateIssues(all.map((id) => ({ id, priority: 'low' })));
          throw new Error('half-way');
        })
        .catch((error: Error) => error.message);
  }
}

async function everything(state: State, queries: IssueListing[]): Promise<unknown> {
  const numbers = Array.from({ length: 20 }, (_, index) => index + 1);
  return {
    sequence: await state.appliedSequence(),
    broken: await state.setting('broken'),
    issues: await state.issuesByIds(numbers as IssueId[]),
    activity: await Promise.all(numbers.map((id) => state.activityOf(id as IssueId))),
    awaiting: await state.issuesAwaitingCommits([1, 2] as ProjectId[], ['c']),
    rates: await state.eventRates(numbers as IssueId[], 5),
    personal: await Promise.all(
      ([1, 2] as UserId[]).map(async (id) =>
        [...(await state.userFlagsOf(id, numbers as IssueId[]))].sort(([one], [other]) => one - other),
      ),
    ),
    published: (await state.outboxAfter(0, 1000)).map(({ atMs: _, ...row }) => row),
    projects: await Promise.all(([1, 2] as ProjectId[]).map((id) => state.projectById(id))),
    releases: await Promise.all(([1, 2] as ProjectId[]).map((id) => state.listReleases(id))),
    releaseIssues: await state.releaseIssueCounts([1, 2] as ProjectId[], ['2.0', '1.0', '']),
    resolvedAfter: await state.resolvedAfterCounts([1, 2] as ProjectId[]),
    environments: await state.listEnvironments([1, 2] as ProjectId[]),
    lists: await Promise.all(queries.map((each) => state.listIssues(each))),
    counts: await Promise.all(queries.map((each) => state.countIssues(each))),
    similar: await Promise.all(
      (await state.issuesByIds(numbers as IssueId[])).map((each) => state.similarIssues(each, 2)),
    ),
    texts: [...(await state.textCountsOf(numbers as IssueId[]))].sort((one, other) => one[0] - other[0]),
    all: await Promise.all(
      queries.flatMap((each) =>
        (['first-seen', 'last-seen'] as const).map(async (time) =>
          (await state.matchingIssues({ ...each, time })).toSorted((one, other) => one.id - other.id),
        ),
      ),
    ),
  };
}
