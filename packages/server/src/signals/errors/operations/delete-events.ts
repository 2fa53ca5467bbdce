import type { ProjectId } from '@seismo/protocol';
import type { JournalRecord } from '#journal/contract.ts';
import type { ForgetTask } from '#journal/tasks.ts';
import type { AttachmentOf } from '#store/telemetry/contract.ts';
import type { Stores } from '#pipeline/batch.ts';
import type { PlannedTask } from '#pipeline/operations.ts';

/**
 * Deletes an issue with its events, an attachment, or a project with everything. In the pipeline's order, so that what came before is
 * gone as well and what comes after finds nothing of it; and again, should it run twice, to the same end.
 */
export async function forget({ body, projectId }: JournalRecord, stores: Stores): Promise<PlannedTask> {
  const { blobs, state } = stores;
  const task = JSON.parse(new TextDecoder().decode(body)) as ForgetTask;
  if ('attachment' in task) return forgetAttachment(projectId, task.attachment, stores);
  const { issueId } = task;
  if (issueId !== null) {
    const issue = await state.issueById(issueId);
    if (issue && issue.projectId !== projectId) return { changes: [], settle: async () => async () => {} };
    return {
      changes: [{ projectId, delete: issueId }],
      settle: async () => (tx) => tx.deleteIssue(issueId),
    };
  }
  // First, because a full disk needs their space for everything that follows.
  for await (const key of blobs.list(`attachments/${projectId}/`)) await blobs.delete(key);
  return { changes: [{ projectId, delete: 'all' }], settle: async () => (tx) => tx.deleteProject(projectId) };
}

/** Its bytes go unless another attachment of the project has the same. */
function forgetAttachment(projectId: ProjectId, attachment: AttachmentOf, { blobs, telemetry }: Stores): PlannedTask {
  const { blobKey } = attachment;
  return {
    changes: [{ projectId, delete: attachment }],
    async settle() {
      const others = await telemetry.query('eventsWithBlob', { projectId, blobKey, count: 1 });
      if (others.length === 0) await blobs.delete(blobKey);
      return async () => {};
    },
  };
}
