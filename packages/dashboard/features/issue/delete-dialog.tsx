import { useRouter } from 'next/navigation';
import { ConfirmDialog } from '#ui/confirm-by-name.tsx';
import { withCurrentContext } from '#shell/context-bar/page-context.tsx';
import { deleteIssue } from '#features/issues/actions.ts';
import { toast } from '#features/toast/toast.ts';
import type { Result } from '#server/refusal.ts';
import type { Target } from '#server/target.ts';

/** Deletes the issue and returns to the issue list. */
export function DeleteDialog({ issue, shortId, onClose }: { issue: Target; shortId: string; onClose: () => void }) {
  const router = useRouter();
  const confirm = async (): Promise<Result> => {
    const result = await deleteIssue(issue);
    if (!result.ok) return result;
    router.push(withCurrentContext('/issues') as '/issues');
    toast({ text: `${shortId} deleted` });
    return result;
  };
  return (
    <ConfirmDialog title={`Delete ${shortId}?`} name={shortId} submit="Delete issue" action={confirm} onClose={onClose}>
      This permanently deletes the issue with its events, comments and links. If the error happens again, it creates a
      new issue. To stop seeing it, archive it instead.
    </ConfirmDialog>
  );
}
