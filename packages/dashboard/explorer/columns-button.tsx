'use client';

import { Columns3 } from 'lucide-react';
import { useState } from 'react';
import { Button } from '#ui/button.tsx';
import { lazyDialog } from '#shell/lazy-dialog.tsx';
import type { ColumnSettings } from './column-dialog.tsx';

const ColumnDialog = lazyDialog(async () => (await import('./column-dialog.tsx')).ColumnDialog);

/** Opens the column settings of a list. */
export function ColumnsButton(props: ColumnSettings) {
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <Button small variant="quiet" aria-haspopup="dialog" onClick={() => setOpen(true)} className="max-md:hidden">
        <Columns3 size={14} aria-hidden />
        Columns
      </Button>
      <ColumnDialog open={open} {...props} onClose={close} />
    </>
  );
}
