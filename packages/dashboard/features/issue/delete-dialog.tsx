import { useRouter } from 'next/navigation';
import { ConfirmDialog } from '#ui/confirm-by-name.tsx';
import { carryFromHere } from '#shell/context-bar/use-context.tsx';
import { deleteIssue } from '#features/issues/actions.ts';
import { toast } from '#features/toast/toast.ts';
import type { Result } from '#server/refusal.ts';
import type { Target } from '#server/target.ts';

/** For good, and then to the list that one came from. */
export function DeleteDialog({ issue, shortId, onClose }: { issue: Target; shortId: string; onClose: () => void }) {
  const router = useRouter();
  const goOn = async (): Promise<Result> => {
    const result = await deleteIssue(issue);
    if (!result.ok) return result;
    router.push(carryFromHere('/issues') as '/issues');
    toast({ text: `${shortId} is deleted` });
    return result;
  };
  return (
    <ConfirmDialog
      title={`Delete ${shortId}?`}
      name={shortId}
      submit="Delete the issue"
      action={goOn}
      onClose={onClose}
    >
      With all its events, comments and links. This cannot be undone. One more event like them makes a new issue: to
      hear no more of it, archive it.
    </ConfirmDialog>
  );
}
