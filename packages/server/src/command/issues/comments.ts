import { limits } from '@seismo/protocol';
import { z } from 'zod';
import { mentionsIn } from '#domain/notifications/mentions.ts';
import { assigneesIn } from '#query/issues/assignee.ts';
import { issueNamed } from '#query/issues/issue.ts';
import { permissions } from '#domain/permissions/permissions.ts';
import type { Viewer } from '#domain/permissions/viewer.ts';
import type { Activity, Issue, StateTx } from '#store/state/contract.ts';
import { storableText } from '#store/state/storable-text.ts';
import { Refusal } from '#platform/refusal.ts';
import type { CommandDeps } from '../deps.ts';
import { readInput } from '#platform/read-input.ts';

const textSchema = z
  .string()
  .trim()
  .min(1, 'Enter a comment.')
  .max(limits.COMMENT_CHARS_MAX, `Use at most ${limits.COMMENT_CHARS_MAX} characters.`);

type Comment = Activity & { kind: 'comment' };

export async function addComment(deps: CommandDeps, viewer: Viewer, shortId: string, text: string): Promise<Comment> {
  const issue = await issueNamed(deps, viewer, permissions.addComment, shortId);
  const checked = storableText(readInput(textSchema, text, 'text'));
  return deps.state.write(async (tx) => {
    const all = await tx.activityOf(issue.id);
    if (all.filter(({ kind }) => kind === 'comment').length >= limits.COMMENT_COUNT_MAX) {
      throw new Refusal('invalid', `An issue can have at most ${limits.COMMENT_COUNT_MAX} comments.`);
    }
    const by = { issueId: issue.id, userId: viewer.userId, atMs: deps.clock.now() };
    const mentions = await mentionedIn(tx, issue, checked);
    await tx.addActivities([{ ...by, kind: 'comment', text: checked, mentions, editedAtMs: null }]);
    return (await tx.activityOf(issue.id)).find((each): each is Comment => each.kind === 'comment')!;
  });
}

export async function editComment(
  deps: CommandDeps,
  viewer: Viewer,
  shortId: string,
  id: number,
  text: string,
): Promise<Comment> {
  const issue = await issueNamed(deps, viewer, permissions.editComment, shortId);
  const checked = readInput(textSchema, text, 'text');
  return deps.state.write(async (tx) => {
    await ownComment(tx, viewer, issue.id, id);
    await tx.editComment(id, { text: checked, mentions: await mentionedIn(tx, issue, checked) }, deps.clock.now());
    const [edited] = await tx.activitiesByIds([id]);
    return edited as Comment;
  });
}

export async function deleteComment(deps: CommandDeps, viewer: Viewer, shortId: string, id: number): Promise<void> {
  const issue = await issueNamed(deps, viewer, permissions.deleteComment, shortId);
  await deps.state.write(async (tx) => {
    await ownComment(tx, viewer, issue.id, id);
    await tx.deleteActivity(id);
  });
}

const mentionedIn = async (tx: StateTx, { organizationId }: Issue, text: string) =>
  mentionsIn(text, await assigneesIn(tx, [organizationId]));

/** Only the author may change a comment. */
async function ownComment(tx: StateTx, viewer: Viewer, issueId: number, id: number): Promise<void> {
  const [comment] = Number.isSafeInteger(id) ? await tx.activitiesByIds([id]) : [];
  if (comment?.kind !== 'comment' || comment.issueId !== issueId) {
    throw new Refusal('not-found', 'Comment not found.');
  }
  if (comment.userId !== viewer.userId) throw new Refusal('forbidden', 'Only the author can change a comment.');
}
