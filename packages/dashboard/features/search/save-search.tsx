'use client';

import type { SavedSearchList } from '@seismo/server';
import { BookmarkPlus, Trash2 } from 'lucide-react';
import { useState, useTransition } from 'react';
import { Button } from '#ui/button.tsx';
import { callAction } from '#ui/call-action.ts';
import { lazyDialog } from '#shell/lazy-dialog.tsx';
import { toast } from '#features/toast/toast.ts';
import type { Target } from '#server/target.ts';
import type { CurrentSearch } from './current-search.ts';
import { deleteSavedSearch } from './saved-actions.ts';

const SaveDialog = lazyDialog(async () => (await import('./save-dialog.tsx')).SaveDialog);

interface Props {
  organizationId: number;
  search: CurrentSearch;
  summary: string;
  mayShare: boolean;
}

/** Saves the current search. */
export function SaveSearch({ organizationId, search, summary, mayShare }: Props) {
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <Button small variant="quiet" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <BookmarkPlus size={14} aria-hidden />
        Save
      </Button>
      <SaveDialog
        open={open}
        organizationId={organizationId}
        search={search}
        summary={summary}
        mayShare={mayShare}
        onClose={close}
      />
    </>
  );
}

export function DeleteSavedSearch({
  organizationId,
  list,
  id,
  name,
}: Target & { list: SavedSearchList; name: string }) {
  const [pending, start] = useTransition();
  const remove = () =>
    start(async () => {
      const result = await callAction(deleteSavedSearch({ organizationId, id }, list));
      toast({ text: result.ok ? `"${name}" deleted` : result.message });
    });
  return (
    <Button
      small
      variant="quiet"
      pending={pending}
      aria-label={`Delete saved search ${name}`}
      title="Delete"
      onClick={remove}
    >
      <Trash2 size={14} aria-hidden />
    </Button>
  );
}
