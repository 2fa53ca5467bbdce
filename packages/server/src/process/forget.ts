import type { JournalRecord } from '#journal/contract.ts';
import type { ForgetTask } from '#journal/tasks.ts';
import type { Stores } from './batch.ts';
import type { PlannedTask } from './task.ts';

/**
 * Deletes an issue with its events, or a project with everything. In the pipeline's order, so that what came before is
 * gone as well and what comes after finds nothing of it; and again, should it run twice, to the same end.
 */
export async function forget({ body, projectId }: JournalRecord, { blobs, state }: Stores): Promise<PlannedTask> {
  const { issueId } = JSON.parse(new TextDecoder().decode(body)) as ForgetTask;
  if (issueId !== null) {
    const issue = await state.issueById(issueId);
    if (issue && issue.projectId !== projectId) return { changes: [], settle: async () => async () => {} };
    return {
      changes: [{ projectId, forget: issueId }],
      settle: async () => (tx) => tx.deleteIssue(issueId),
    };
  }
  // First, because a full disk needs their space for everything that follows.
  for await (const key of blobs.list(`attachments/${projectId}/`)) await blobs.delete(key);
  return { changes: [{ projectId, forget: 'all' }], settle: async () => (tx) => tx.deleteProject(projectId) };
}
