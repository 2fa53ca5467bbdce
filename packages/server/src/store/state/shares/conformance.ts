import assert from 'node:assert/strict';
import type { EventId, IssueId } from '@seismo/protocol';
import { seedIssue } from '../issues/seeds.ts';
import { seedUser } from '../users/seeds.ts';
import type { StatePromises } from '../state.conformance.ts';

const eventId = 'e'.repeat(32) as EventId;

export const shareConformance: StatePromises = {
  'finds a share by the hash of its secret until it expires, and deletes it then': async (state, project) => {
    const issueId = await seedIssue(state, project, 'a');
    const userId = await seedUser(state);
    const share = { issueId, eventId, userId, createdAtMs: 1, expiresAtMs: 10 };
    const id = await state.write((tx) => tx.createShare({ ...share, hash: 'h' }));
    assert.deepEqual(await state.shareByHash('h', 9), { ...share, id, lastOpenedAtMs: null });
    assert.equal(await state.shareByHash('H', 9), null);
    assert.equal(await state.shareByHash('h', 10), null);
    assert.deepEqual(await state.listShares(issueId, 10), []);
    await assert.rejects(
      state.write((tx) => tx.createShare({ ...share, hash: 'h' })),
      /unique/i,
    );
    await state.write((tx) => tx.touchShare(id, 5));
    assert.equal((await state.shareByHash('h', 9))?.lastOpenedAtMs, 5);
    await state.write((tx) => tx.createShare({ ...share, userId: null, createdAtMs: 10, expiresAtMs: 20, hash: 'i' }));
    assert.equal(await state.shareByHash('h', 9), null);
  },

  'lists the share links of an issue and of issues merged into it only': async (state, project) => {
    const [a, b, c, d] = (await Promise.all(['a', 'b', 'c', 'd'].map((hash) => seedIssue(state, project, hash)))) as [
      IssueId,
      IssueId,
      IssueId,
      IssueId,
    ];
    const ids: number[] = [];
    for (const issueId of [a, b, c, d]) {
      const share = { issueId, eventId, userId: null, createdAtMs: 1, expiresAtMs: 10, hash: `h${issueId}` };
      ids.push(await state.write((tx) => tx.createShare(share)));
    }
    await state.write(async (tx) => {
      await tx.redirectIssue(a, b);
      await tx.redirectIssue(b, c);
    });
    const listed = async (issueId: IssueId) => (await state.listShares(issueId, 1)).map(({ id }) => id);
    assert.deepEqual(await listed(c), [ids[2], ids[1], ids[0]]);
    assert.deepEqual(await listed(d), [ids[3]]);
    await state.write((tx) => tx.deleteShare(ids[1]!));
    assert.deepEqual(await listed(c), [ids[2], ids[0]]);
    await state.write((tx) => tx.deleteIssue(a));
    assert.equal(await state.shareByHash(`h${a}`, 1), null);
    assert.deepEqual(await listed(c), [ids[2]]);
  },
};
