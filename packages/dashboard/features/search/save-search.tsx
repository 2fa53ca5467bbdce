'use client';

import type { IssueSort } from '@seismo/server';
import { BookmarkPlus, Trash2 } from 'lucide-react';
import { useState, useTransition } from 'react';
import { ActionForm } from '#components/ui/action-form.tsx';
import { Button } from '#components/ui/button.tsx';
import { Field } from '#components/ui/field.tsx';
import { Modal } from '#components/ui/modal.tsx';
import { toast } from '#features/toast/toast.ts';
import type { Result } from '#server/refusal.ts';
import { deleteSavedSearch, saveSearch } from './saved-actions.ts';

/** Keeps the search that is shown. */
export function SaveSearch({ query, sort }: { query: string; sort: IssueSort }) {
  const [open, setOpen] = useState(false);
  const save = async (before: Result | null, form: FormData) => {
    const result = await saveSearch(query, sort, before, form);
    if (result.ok) {
      toast({ text: result.message ?? 'Saved' });
      setOpen(false);
    }
    return result;
  };
  return (
    <>
      <Button small look="quiet" onClick={() => setOpen(true)}>
        <BookmarkPlus size={14} aria-hidden />
        Save
      </Button>
      {open ? (
        <Modal label="Save this search" onClose={() => setOpen(false)}>
          <div className="flex flex-col gap-4 p-4">
            <h2 className="text-16">Save this search</h2>
            <p className="rounded-md bg-sunken px-3 py-2 font-mono text-12 [overflow-wrap:anywhere]">
              {query === '' ? 'every issue' : query}
            </p>
            <ActionForm action={save} submit="Save">
              <Field label="Name" name="name" required maxLength={64} autoComplete="off" data-first-focus />
              <label className="flex items-center gap-2 text-13">
                <input type="checkbox" name="shared" value="yes" className="accent-[var(--accent)]" />
                Share with everybody in the organization
              </label>
            </ActionForm>
          </div>
        </Modal>
      ) : null}
    </>
  );
}

export function DeleteSavedSearch({ id, name }: { id: number; name: string }) {
  const [pending, start] = useTransition();
  const forget = () =>
    start(async () => {
      const result = await deleteSavedSearch(id);
      toast({ text: result.ok ? `"${name}" is no longer saved` : result.message });
    });
  return (
    <Button
      small
      look="quiet"
      pending={pending}
      aria-label={`Delete the saved search ${name}`}
      title="Delete"
      onClick={forget}
    >
      <Trash2 size={14} aria-hidden />
    </Button>
  );
}
