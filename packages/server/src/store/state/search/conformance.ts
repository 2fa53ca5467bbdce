import assert from 'node:assert/strict';
import { limits, type IssueId } from '@seismo/protocol';
import { apply } from '../batch/seeds.ts';
import { facts, ids, listing, seedIssue } from '../issues/seeds.ts';
import type { StatePromises } from '../state.conformance.ts';
import type { SearchText } from './contract.ts';
import type { TextField } from '#domain/search/issue-condition.ts';

export const searchConformance: StatePromises = {
  'finds an issue by the text of any of its events': async (state, project) => {
    const [a, b] = [await seedIssue(state, project, 'a'), await seedIssue(state, project, 'b')];
    const texts: SearchText[] = [
      { field: 'type', text: 'TypeError' },
      { field: 'value', text: 'Cannot read properties of undefined' },
      { field: 'function', text: 'useCartTotal' },
      { field: 'file', text: 'src/checkout/cart-view.tsx' },
      { field: 'tag', text: 'plan enterprise' },
    ];
    await apply(state, 1, [facts(a, {}), facts(b, {})], { texts: [{ issueId: a, texts }] });
    await apply(state, 2, [facts(b, {})], {
      texts: [{ issueId: b, texts: [{ field: 'breadcrumb', text: 'GET /cart' }] }],
    });
    const found = async (text: string[], whole = false, fields: TextField[] | null = null) =>
      ids(await state.listIssues({ ...listing(project), where: { text, whole, in: fields } }));
    const cases: [IssueId[], string[], boolean?, TextField[]?][] = [
      [[b, a], ['cart']],
      [[a], ['TYPEERR']],
      [[], ['typeerr'], true],
      [[a], ['cannot read'], true],
      [[], ['cannot properties'], true],
      [[a], ['cannot', 'undefined']],
      [[a], ['undefi', '']],
      [[a], ['checkout/cart-v']],
      [[a], ['cart-view.tsx'], true],
      [[a], ['Total']],
      [[a], ['use cart'], true],
      [[], ['Total'], true, ['function']],
      [[a], ['usecart'], false, ['function']],
      [[], ['cart'], false, ['value', 'type']],
      [[b], ['cart'], false, ['breadcrumb', 'tag']],
      [[], ['undefined usecarttotal'], true],
      [[], ['%']],
      [[], ['" OR "']],
      [[], ['\ue000']],
    ];
    for (const [expected, text, whole, fields] of cases) {
      assert.deepEqual(await found(text, whole, fields), expected, JSON.stringify([text, whole, fields]));
    }
    const without = { not: { text: ['enterprise'], whole: true, in: null } };
    assert.deepEqual(ids(await state.listIssues({ ...listing(project), where: without })), [b]);
  },

  'stores each text of an issue once, up to a limit per issue': async (state, project) => {
    const id = await seedIssue(state, project, 'a');
    const issueTexts = { issueId: id, texts: [{ field: 'value' as const, text: 'again and again' }] };
    for (const sequence of [1, 2, 3]) await apply(state, sequence, [facts(id, {})], { texts: [issueTexts] });
    assert.deepEqual(await state.textCountsOf([id, 99 as IssueId]), new Map([[id, 1]]));
    const many = (field: TextField) =>
      Array.from({ length: 100 }, (_, index): SearchText => ({ field, text: `word${index} `.repeat(60) }));
    await apply(state, 4, [facts(id, {})], { texts: [{ issueId: id, texts: many('tag') }] });
    const room = Math.floor(limits.ISSUE_TEXT_CHARS_MAX / limits.SEARCH_TEXT_CHARS_MAX);
    const afterTags = (await state.textCountsOf([id])).get(id)!;
    assert.ok(afterTags >= room && afterTags < 40, `${afterTags} texts`);
    // Tags leave the room of what tells more alone.
    await apply(state, 5, [facts(id, {})], { texts: [{ issueId: id, texts: [{ field: 'function', text: 'pay' }] }] });
    assert.equal((await state.textCountsOf([id])).get(id), afterTags + 1);
  },
};
