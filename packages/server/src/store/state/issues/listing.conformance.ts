import assert from 'node:assert/strict';
import type { IssueId, ProjectId } from '@seismo/protocol';
import { apply } from '../batch/seeds.ts';
import { seedProject } from '../projects/seeds.ts';
import type { StatePromises } from '../state.conformance.ts';
import type { Issue, IssueListing } from './contract.ts';
import type { IssueCondition } from '#domain/search/issue-condition.ts';
import { resolve } from './status.conformance.ts';
import { facts, ids, listing, seed, seedIssue } from './seeds.ts';

export const listingConformance: StatePromises = {
  'shows an issue in lists only once it has an event': async (state, project) => {
    const id = await seedIssue(state, project, 'a');
    assert.deepEqual(await state.listIssues(listing(project)), []);
    assert.equal(await state.countIssues(listing(project)), 0);
    assert.equal((await state.issueById(id))?.eventCount, 0);
    await apply(state, 1, [facts(id, {})]);
    assert.deepEqual(ids(await state.listIssues(listing(project))), [id]);
    assert.equal(await state.countIssues(listing(project)), 1);
  },

  'finds similar issues by culprit or message, newest first, and never by an empty value': async (state, project) => {
    const other = await seedProject(state, 'acme', 'api');
    const made: [name: string, where: typeof project, headline: { type: string; culprit: string; value: string }][] = [
      ['one', project, { type: 'TypeError', culprit: 'cart.ts', value: 'x is null' }],
      ['same place', project, { type: 'TypeError', culprit: 'cart.ts', value: 'y is null' }],
      ['same text', project, { type: 'TypeError', culprit: 'pay.ts', value: 'x is null' }],
      ['other type', project, { type: 'RangeError', culprit: 'cart.ts', value: 'x is null' }],
      ['nothing in common', project, { type: 'TypeError', culprit: 'pay.ts', value: 'y is null' }],
      ['other project', other, { type: 'TypeError', culprit: 'cart.ts', value: 'x is null' }],
      ['no place', project, { type: 'TypeError', culprit: '', value: 'z' }],
      ['no place either', project, { type: 'TypeError', culprit: '', value: '' }],
      ['nor here', project, { type: 'TypeError', culprit: '', value: '' }],
      ['never seen', project, { type: 'TypeError', culprit: 'cart.ts', value: 'x is null' }],
    ];
    const found = new Map<string, IssueId>();
    for (const [name, where] of made) found.set(name, await seedIssue(state, where, name));
    const seen = made.slice(0, -1);
    await apply(
      state,
      1,
      seen.map(([name, , headline], index) => facts(found.get(name)!, { ...headline, lastSeenAtMs: 100 + index })),
    );
    const similarTo = async (name: string, count = 5) => {
      const similar = await state.similarIssues((await state.issueById(found.get(name)!))!, count);
      return similar.map(({ id }) => made.find(([each]) => found.get(each) === id)![0]);
    };
    assert.deepEqual(await similarTo('one'), ['same text', 'same place']);
    assert.deepEqual(await similarTo('one', 1), ['same text']);
    assert.deepEqual(await similarTo('no place'), []);
    assert.deepEqual(await similarTo('nor here'), []);
    const [first] = await state.similarIssues((await state.issueById(found.get('one')!))!, 1);
    assert.deepEqual(first, await state.issueById(found.get('same text')!));
  },

  'lists by each order, page after page, without losing or repeating an issue': async (state, project) => {
    const other = await seedProject(state, 'acme', 'api');
    const made = await state.write((tx) =>
      tx.ensureIssues(Array.from({ length: 10 }, (_, index) => seed(project, `h${index}`))),
    );
    const elsewhere = await seedIssue(state, other, 'x');
    const values = (index: number) => ({
      firstSeenAtMs: 100 + ((index * 7) % 4),
      lastSeenAtMs: 200 + ((index * 3) % 5),
      events: 1 + (index % 3),
      userKeys: Array.from({ length: index % 2 }, (_, user) => `id:${user}`),
    });
    await apply(
      state,
      1,
      [...made.values(), elsewhere].map((id, index) => facts(id, values(index))),
    );
    const valueOf = {
      'last-seen': (issue: Issue) => issue.lastSeenAtMs,
      'first-seen': (issue: Issue) => issue.firstSeenAtMs,
      events: (issue: Issue) => issue.eventCount,
      users: (issue: Issue) => issue.userCount,
    };
    for (const sort of ['last-seen', 'first-seen', 'events', 'users'] as const) {
      for (const projectIds of [[project.projectId], [project.projectId, other.projectId]]) {
        const params = { ...listing(project), projectIds, sort };
        const expected = (await state.issuesByIds([...made.values(), elsewhere]))
          .filter(({ projectId }) => projectIds.includes(projectId))
          .sort((one, next) => valueOf[sort](next) - valueOf[sort](one) || next.id - one.id);
        assert.deepEqual(await state.listIssues(params), expected, sort);
        const paged: Issue[] = [];
        for (let after: IssueListing['after'] = null; ;) {
          const page: Issue[] = await state.listIssues({ ...params, after, count: 3 });
          paged.push(...page);
          const last = page.at(-1);
          if (!last) break;
          after = { value: valueOf[sort](last), id: last.id };
        }
        assert.deepEqual(ids(paged), ids(expected), sort);
      }
    }
  },

  'counts the unresolved and the new issues of each project, with the start of the count': async (state, project) => {
    const other = await seedProject(state, 'acme', 'api');
    const empty = await seedProject(state, 'none', 'none');
    const [a, b, c, d] = [
      await seedIssue(state, project, 'a'),
      await seedIssue(state, project, 'b'),
      await seedIssue(state, other, 'c'),
      await seedIssue(state, project, 'd'),
    ];
    await seedIssue(state, project, 'without an event');
    await apply(state, 1, [
      facts(a, { firstSeenAtMs: 10, lastSeenAtMs: 2_000 }),
      facts(b, { firstSeenAtMs: 20, lastSeenAtMs: 1_000 }),
      facts(c, { firstSeenAtMs: 30, lastSeenAtMs: 3_000 }),
      facts(d, { firstSeenAtMs: 40, lastSeenAtMs: 1_500 }),
    ]);
    await resolve(state, b, { how: 'now' }, 50);
    const projectIds = [project, other, empty].map(({ projectId }) => projectId);
    const found = await state.unresolvedCounts({ projectIds, newSinceMs: 10, requestedBy: null });
    assert.deepEqual(
      found.toSorted((one, next) => one.projectId - next.projectId),
      [
        { projectId: project.projectId, unresolved: 2, unresolvedSinceMs: 1_500, newIssues: 2 },
        { projectId: other.projectId, unresolved: 1, unresolvedSinceMs: 3_000, newIssues: 1 },
        { projectId: empty.projectId, unresolved: 0, unresolvedSinceMs: null, newIssues: 0 },
      ],
    );
  },

  'lists only issues that meet every condition': async (state, project) => {
    const other = await seedProject(state, 'acme', 'api');
    const [a, b, c] = [
      await seedIssue(state, project, 'a'),
      await seedIssue(state, project, 'b'),
      await seedIssue(state, other, 'c'),
    ];
    await apply(state, 1, [
      facts(a, { level: 'fatal', handled: false, firstRelease: '1.0', lastSeenAtMs: 2_000 }),
      facts(b, { level: 'warning', handled: true, firstRelease: '1.1', lastSeenAtMs: 2_001 }),
      facts(c, { level: 'fatal', handled: null, lastSeenAtMs: 2_002 }),
    ]);
    await resolve(state, b, { how: 'now' }, 50);
    const both = { ...listing(project), projectIds: [project.projectId, other.projectId] };
    const cases: [Partial<IssueListing>, IssueId[]][] = [
      [{}, [c, b, a]],
      [{ projectIds: [project.projectId] }, [b, a]],
      [{ projectIds: [] }, []],
      [{ projectIds: [99 as ProjectId] }, []],
      [{ where: { field: 'status', is: ['unresolved'] } }, [c, a]],
      [{ where: { field: 'status', is: ['resolved', 'archived'] } }, [b]],
      [{ where: { not: { field: 'status', is: ['resolved'] } } }, [c, a]],
      [{ where: { field: 'status', is: [] } }, []],
      [{ where: { field: 'level', is: ['fatal'] } }, [c, a]],
      [
        {
          where: {
            all: [
              { field: 'level', like: ['', 'a', ''] },
              { field: 'status', is: ['resolved'] },
            ],
          },
        },
        [b],
      ],
      [{ where: { any: [{ handled: false }, { field: 'status', is: ['resolved'] }] } }, [b, a]],
      [{ where: { handled: true } }, [b]],
      [{ where: { not: { handled: true } } }, [c, a]],
      [{ where: { field: 'firstRelease', is: ['1.1'] } }, [b]],
      [{ where: { field: 'firstRelease', like: ['1', ''] } }, [b, a]],
      [{ where: { field: 'shortId', like: ['', '-2'] } }, [b]],
      [{ where: { projectIds: [other.projectId] } }, [c]],
      [{ where: { ids: [a, c] } }, [c, a]],
      [{ where: { number: 'eventCount', comparison: '>', value: 1 } }, []],
      [{ where: { number: 'lastSeenAtMs', comparison: '>=', value: 2_000 } }, [c, b, a]],
      [{ where: { number: 'statusAtMs', comparison: '>', value: 0 } }, [c, b, a]],
      [{ where: { number: 'statusAtMs', comparison: '>', value: 1_000_000 } }, []],
      [{ where: { number: 'regressedAtMs', comparison: '>', value: 0 } }, []],
      [{ where: { not: { number: 'regressedAtMs', comparison: '>', value: 0 } } }, [c, b, a]],
      [{ where: { all: [] } }, [c, b, a]],
      [{ where: { any: [] } }, []],
      [{ ids: [a, c, 99 as IssueId] }, [c, a]],
      [{ ids: [] }, []],
    ];
    for (const [condition, expected] of cases) {
      assert.deepEqual(ids(await state.listIssues({ ...both, ...condition })), expected, JSON.stringify(condition));
      assert.equal(await state.countIssues({ ...both, ...condition }), expected.length, JSON.stringify(condition));
      const issues = await state.issuesByIds(expected);
      for (const time of ['last-seen', 'first-seen'] as const) {
        const places = await state.matchingIssues({ ...both, ...condition, time });
        assert.deepEqual(
          places.toSorted((one, next) => one.id - next.id),
          issues.map((each) => ({ id: each.id, atMs: time === 'last-seen' ? each.lastSeenAtMs : each.firstSeenAtMs })),
        );
      }
    }
  },

  'finds words in type, value, culprit and short ID, without case and without wildcards': async (state, project) => {
    const [a, b] = [await seedIssue(state, project, 'a'), await seedIssue(state, project, 'b')];
    await apply(state, 1, [
      facts(a, { type: 'TypeError', value: '100% of Ünïcode_names\\', culprit: 'src/app.tsx' }),
      facts(b, { type: 'RangeError', value: 'out of range', culprit: 'src/main.ts' }),
    ]);
    const cases: [string[], string[], IssueId[]][] = [
      [['error'], [], [b, a]],
      [['TYPEERROR'], [], [a]],
      [['error', 'main.ts'], [], [b]],
      [['ÜNÏ'], [], [a]],
      [['web-2'], [], [b]],
      [['100%'], [], [a]],
      [['e_n'], [], [a]],
      [['names\\'], [], [a]],
      [['%'], [], [a]],
      [['_'], [], [a]],
      [['\\'], [], [a]],
      [['TypeError100'], [], []],
      [['nowhere\0'], [], []],
      [['\0error'], [], [b, a]],
      [["' or 1=1 --"], [], []],
      [['src'], ['range'], [a]],
      [[], ['error'], []],
      [[], ['app', 'nowhere'], [b]],
    ];
    for (const [words, withoutWords, expected] of cases) {
      const where = { all: [...words.map(named), ...withoutWords.map((word) => ({ not: named(word) }))] };
      const found = await state.listIssues({ ...listing(project), where });
      assert.deepEqual(ids(found), expected, JSON.stringify([words, withoutWords]));
    }
    const inOrder = await state.listIssues({ ...listing(project), where: { headline: ['src', 'app'] } });
    assert.deepEqual(ids(inOrder), [a]);
    await apply(state, 2, [facts(a, { type: 'Renamed', value: 'x', culprit: 'y', lastSeenAtMs: 9_999 })]);
    assert.deepEqual(await state.listIssues({ ...listing(project), where: named('typeerror') }), []);
    assert.deepEqual(
      ids(await state.listIssues({ ...listing(project), where: { all: [named('renamed'), named('web-1')] } })),
      [a],
    );
  },
};

function named(word: string): IssueCondition {
  return { headline: [word] };
}
