import type { ProjectId } from '@seismo/protocol';
import type { JournalRecord } from '#journal/contract.ts';
import type { DeleteTask } from '#journal/tasks.ts';
import type { AttachmentOf } from '#store/telemetry/contract.ts';
import type { OperationPlan } from '#pipeline/signal.ts';
import type { PipelineServices, Stores } from '#pipeline/signal.ts';

/**
 * Deletes an issue with its events, an attachment, or a project with everything. Operations run in journal order:
 * earlier events are deleted, and later ones create new issues.
 */
export async function deleteEvents(
  { body, projectId }: JournalRecord,
  { stores }: PipelineServices,
): Promise<OperationPlan> {
  const { blobs, state } = stores;
  const task = JSON.parse(new TextDecoder().decode(body)) as DeleteTask;
  if ('attachment' in task) return deleteAttachment(projectId, task.attachment, stores);
  const { issueId } = task;
  if (issueId !== null) {
    const issue = await state.issueById(issueId);
    if (issue && issue.projectId !== projectId) return {};
    return {
      changes: () => [{ projectId, delete: issueId }],
      settle: async () => (tx) => tx.deleteIssue(issueId),
    };
  }
  return {
    deleteBlobs: blobs.list(`attachments/${projectId}/`),
    changes: () => [{ projectId, delete: 'all' }],
    settle: async () => (tx) => tx.deleteProject(projectId),
  };
}

/** The blob is deleted unless another attachment of the project shares it. */
function deleteAttachment(projectId: ProjectId, attachment: AttachmentOf, { blobs, telemetry }: Stores): OperationPlan {
  const { blobKey } = attachment;
  return {
    changes: () => [{ projectId, delete: attachment }],
    async settle() {
      const others = await telemetry.query('eventsWithBlob', { projectId, blobKey, count: 1 });
      if (others.length === 0) await blobs.delete(blobKey);
    },
  };
}
