import { limits } from '@seismo/protocol';
import { z } from 'zod';
import { feedbackNamed } from '#query/feedback/feedback.ts';
import { permissions } from '#domain/permissions/permissions.ts';
import type { Viewer } from '#domain/permissions/viewer.ts';
import { feedbackStatuses } from '#store/state/feedback/contract.ts';
import type { FeedbackStatus } from '#store/state/contract.ts';
import type { CommandDeps } from '../deps.ts';
import { readInput } from '#platform/read-input.ts';

const changeSchema = z.object({
  ids: z.array(z.number()).max(limits.FEEDBACK_CHANGE_COUNT_MAX, `Select at most ${limits.FEEDBACK_CHANGE_COUNT_MAX}.`),
  status: z.enum(feedbackStatuses, `Use one of these statuses: ${feedbackStatuses.join(', ')}.`),
});

/**
 * Changes all of them or, if the viewer may not change one, none. Returns the previous status of the changed ones, for
 * undo.
 */
export async function changeFeedback(
  deps: CommandDeps,
  viewer: Viewer,
  ids: number[],
  status: FeedbackStatus,
): Promise<{ id: number; from: FeedbackStatus }[]> {
  const parsed = readInput(changeSchema, { ids, status });
  return deps.state.write(async (tx) => {
    const named = await feedbackNamed({ state: tx }, viewer, permissions.changeFeedback, parsed.ids);
    const changed = named.flatMap(({ row }) =>
      row.status === parsed.status ? [] : [{ id: row.id, from: row.status }],
    );
    const change = { status: parsed.status, userId: viewer.userId, atMs: deps.clock.now() };
    await tx.setFeedbackStatus(
      changed.map(({ id }) => id),
      change,
    );
    return changed;
  });
}
