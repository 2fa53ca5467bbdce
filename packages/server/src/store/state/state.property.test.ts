import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { levels, type IssueId, type ProjectId } from '@seismo/protocol';
import type { IssueCondition, IssueFacts, IssueListing, State } from './contract.ts';
import { seed } from './issues/seeds.ts';
import { openMemoryState } from './memory/open.ts';
import { openSqliteState } from './sqlite/open.ts';

let folder: string;
beforeEach(async () => void (folder = await mkdtemp(join(tmpdir(), 'seismo-state-'))));
afterEach(() => rm(folder, { recursive: true }));

// Few values, so that they meet: the same users, times, releases and words again and again.
const projectId = fc.constantFrom(1, 2) as fc.Arbitrary<ProjectId>;
const hash = fc.constantFrom('a', 'b', 'c', 'd', 'e');
const time = fc.integer({ min: 1, max: 6 });
const text = fc.oneof(
  fc.constantFrom('', 'Error', 'TYPE', 'ünï', '100%', 'a_b', '\\'),
  fc.string({ unit: 'binary', maxLength: 4 }),
);
const level = fc.constantFrom(...levels);
const handled = fc.constantFrom(true, false, null);
const release = fc.constantFrom('', '1.0', '2.0');
const status = fc.constantFrom('unresolved', 'resolved', 'ignored');
const headline = { level, type: text, value: text, culprit: text, handled };

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
      ...headline,
    }),
    { maxLength: 4 },
  ),
  release: fc.record({ projectId, version: release, firstSeenAtMs: time, lastSeenAtMs: time, events: time }),
  environment: fc.record({ projectId, name: fc.constantFrom('', 'dev', 'production') }),
});
const statuses = fc.record({ kind: fc.constant('status'), picks: fc.array(fc.nat(), { maxLength: 3 }), status });
const broken = fc.record({ kind: fc.constant('broken'), value: text });
const command = fc.oneof(seeds, batch, batch, statuses, broken);

const field = fc.constantFrom('status', 'level', 'platform', 'shortId', 'firstRelease');
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
    fc.record({ ids: fc.array(fc.integer({ min: 1, max: 8 }), { maxLength: 3 }) }),
    fc.record({ projectIds: fc.array(projectId, { maxLength: 1 }) }),
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

test('SQLite and the plain store in memory give the same answers after the same commands', async () => {
  let runs = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(command, { maxLength: 12 }), listings, async (commands, asked) => {
      const stores = [openMemoryState(), await openSqliteState(join(folder, `${++runs}.sqlite`))];
      const [expected, found] = await Promise.all(
        stores.map(async (state) => {
          await twoProjects(state);
          const outcomes: unknown[] = [];
          for (const each of commands) outcomes.push(await run(state, each));
          return { outcomes, answers: await everything(state, asked) };
        }),
      );
      for (const state of stores) await state.close();
      expect(found).toEqual(expected);
    }),
    { numRuns: 60, interruptAfterTimeLimit: 15_000, markInterruptAsFailure: false },
  );
});

async function twoProjects(state: State): Promise<void> {
  await state.write(async (tx) => {
    const organizationId = await tx.createOrganization({ slug: 'main', name: 'Main', createdAtMs: 1 });
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
  const picked = (picks: number[]) => [...new Set(picks.map((pick) => all[pick % all.length]!))];
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
      const sequence = (await state.appliedSequence()) + each.skip;
      return state
        .write((tx) =>
          tx.applyBatch({
            sequence,
            atMs: each.atMs,
            issues: facts,
            releases: [{ ...each.release, organizationId }],
            environments: [each.environment],
            firstEvents: [{ projectId: each.release.projectId, atMs: each.atMs }],
          }),
        )
        .then(
          () => 'applied',
          () => 'refused',
        );
    }
    case 'status':
      return state.write((tx) => tx.setIssueStatus(all.length === 0 ? [] : picked(each.picks), each.status));
    case 'broken':
      return state
        .write(async (tx) => {
          await tx.setSetting('broken', each.value);
          await tx.setIssueStatus(all, 'ignored');
          throw new Error('half-way');
        })
        .catch((error: Error) => error.message);
  }
}

async function everything(state: State, asked: IssueListing[]): Promise<unknown> {
  const numbers = Array.from({ length: 20 }, (_, index) => index + 1);
  return {
    sequence: await state.appliedSequence(),
    broken: await state.setting('broken'),
    issues: await state.issuesByIds(numbers as IssueId[]),
    activity: await Promise.all(numbers.map((id) => state.activityOf(id as IssueId))),
    projects: await Promise.all(([1, 2] as ProjectId[]).map((id) => state.projectById(id))),
    releases: await Promise.all(([1, 2] as ProjectId[]).map((id) => state.listReleases(id))),
    environments: await state.listEnvironments([1, 2] as ProjectId[]),
    lists: await Promise.all(asked.map((each) => state.listIssues(each))),
    counts: await Promise.all(asked.map((each) => state.countIssues(each))),
    all: await Promise.all(asked.map((each) => state.issueIdsWhere(each))),
  };
}
