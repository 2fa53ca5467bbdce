'use client';

import { Columns3 } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { useState, useTransition } from 'react';
import { Button } from '#components/ui/button.tsx';
import { Modal } from '#components/ui/modal.tsx';
import { columns, columnsCookie, type ColumnId } from './columns.ts';

/** Which columns the list has, for this person in this browser. */
export function ColumnChoice({ shown }: { shown: ColumnId[] }) {
  const router = useRouter();
  const [open, setOpen] = useState(false);
  const [pending, start] = useTransition();
  const choose = (form: HTMLFormElement) => {
    const chosen = new FormData(form).getAll('column').map(String).join('.');
    document.cookie = `${columnsCookie}=${chosen}; path=/; max-age=31536000; samesite=lax`;
    start(() => router.refresh());
  };
  return (
    <>
      <Button
        small
        look="quiet"
        aria-haspopup="dialog"
        pending={pending}
        onClick={() => setOpen(true)}
        className="max-md:hidden"
      >
        <Columns3 size={14} aria-hidden />
        Columns
      </Button>
      {open ? (
        <Modal label="Columns" onClose={() => setOpen(false)}>
          <form className="flex flex-col gap-3 p-4" onChange={(event) => choose(event.currentTarget)}>
            <h2 className="text-16">Columns</h2>
            <div className="grid gap-1 sm:grid-cols-2">
              {columns
                .filter(({ id }) => id !== 'seen')
                .map(({ id, name }) => (
                  <label key={id} className="flex min-h-8 items-center gap-2.5 rounded-sm px-1 text-13 hover:bg-hover">
                    <input
                      type="checkbox"
                      name="column"
                      value={id}
                      defaultChecked={shown.includes(id)}
                      className="accent-accent"
                    />
                    {name}
                  </label>
                ))}
            </div>
            <p className="text-12 text-muted">
              They are remembered in this browser. On phones the figures stand in the row.
            </p>
          </form>
        </Modal>
      ) : null}
    </>
  );
}
