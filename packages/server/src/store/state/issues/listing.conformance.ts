import assert from 'node:assert/strict';
import type { IssueId, ProjectId } from '@seismo/protocol';
import { apply } from '../batch/seeds.ts';
import { seedProject } from '../projects/seeds.ts';
import type { StatePromises } from '../state.conformance.ts';
import type { Issue, IssueListing } from './contract.ts';
import { facts, ids, listing, seed, seedIssue } from './seeds.ts';

export const listingConformance: StatePromises = {
  'shows an issue in lists only once it has an event': async (open) => {
    const state = await open();
    const place = await seedProject(state);
    const id = await seedIssue(state, place, 'a');
    assert.deepEqual(await state.listIssues(listing(place)), []);
    assert.equal(await state.countIssues(listing(place)), 0);
    assert.equal((await state.issueById(id))?.eventCount, 0);
    await apply(state, 1, [facts(id, {})]);
    assert.deepEqual(ids(await state.listIssues(listing(place))), [id]);
    assert.equal(await state.countIssues(listing(place)), 1);
  },

  'lists by each order, page after page, without losing or repeating an issue': async (open) => {
    const state = await open();
    const place = await seedProject(state);
    const other = await seedProject(state, 'acme', 'api');
    const made = await state.write((tx) =>
      tx.ensureIssues(Array.from({ length: 10 }, (_, index) => seed(place, `h${index}`))),
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
      for (const projectIds of [[place.projectId], [place.projectId, other.projectId]]) {
        const asked = { ...listing(place), projectIds, sort };
        const expected = (await state.issuesByIds([...made.values(), elsewhere]))
          .filter(({ projectId }) => projectIds.includes(projectId))
          .sort((one, next) => valueOf[sort](next) - valueOf[sort](one) || next.id - one.id);
        assert.deepEqual(await state.listIssues(asked), expected, sort);
        const paged: Issue[] = [];
        for (let after: IssueListing['after'] = null; ;) {
          const page: Issue[] = await state.listIssues({ ...asked, after, count: 3 });
          paged.push(...page);
          const last = page.at(-1);
          if (!last) break;
          after = { value: valueOf[sort](last), id: last.id };
        }
        assert.deepEqual(ids(paged), ids(expected), sort);
      }
    }
  },

  'lists only what every condition lets through': async (open) => {
    const state = await open();
    const place = await seedProject(state, 'main', 'web');
    const other = await seedProject(state, 'acme', 'api');
    const [a, b, c] = [
      await seedIssue(state, place, 'a'),
      await seedIssue(state, place, 'b'),
      await seedIssue(state, other, 'c'),
    ];
    await apply(state, 1, [
      facts(a, { level: 'fatal', handled: false, firstRelease: '1.0' }),
      facts(b, { level: 'warning', handled: true, firstRelease: '1.1' }),
      facts(c, { level: 'fatal', handled: null }),
    ]);
    await state.write((tx) => tx.setIssueStatus([b], 'resolved'));
    const both = { ...listing(place), projectIds: [place.projectId, other.projectId] };
    const cases: [Partial<IssueListing>, IssueId[]][] = [
      [{}, [c, b, a]],
      [{ projectIds: [place.projectId] }, [b, a]],
      [{ projectIds: [] }, []],
      [{ projectIds: [99 as ProjectId] }, []],
      [{ status: ['unresolved'] }, [c, a]],
      [{ status: ['resolved', 'ignored'] }, [b]],
      [{ levels: ['fatal'] }, [c, a]],
      [{ levels: ['fatal', 'warning'], status: ['resolved'] }, [b]],
      [{ handled: false }, [a]],
      [{ handled: true }, [b]],
      [{ firstRelease: '1.1' }, [b]],
      [{ ids: [a, c, 99 as IssueId] }, [c, a]],
      [{ ids: [] }, []],
    ];
    for (const [condition, expected] of cases) {
      assert.deepEqual(ids(await state.listIssues({ ...both, ...condition })), expected, JSON.stringify(condition));
      assert.equal(await state.countIssues({ ...both, ...condition }), expected.length, JSON.stringify(condition));
    }
  },

  'finds words in type, value, culprit and short id, without case and without wildcards': async (open) => {
    const state = await open();
    const place = await seedProject(state, 'main', 'web');
    const [a, b] = [await seedIssue(state, place, 'a'), await seedIssue(state, place, 'b')];
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
      const found = await state.listIssues({ ...listing(place), words, withoutWords });
      assert.deepEqual(ids(found), expected, JSON.stringify([words, withoutWords]));
    }
    await apply(state, 2, [facts(a, { type: 'Renamed', value: 'x', culprit: 'y', lastSeenAtMs: 9_999 })]);
    assert.deepEqual(await state.listIssues({ ...listing(place), words: ['typeerror'] }), []);
    assert.deepEqual(ids(await state.listIssues({ ...listing(place), words: ['renamed', 'web-1'] })), [a]);
  },
};
