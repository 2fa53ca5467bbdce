'use client';

import { Plus } from 'lucide-react';
import { useState } from 'react';
import { Button } from '#ui/button.tsx';
import { lazyDialog } from '#shell/lazy-dialog.tsx';
import type { ExploreState, FieldList } from './search-params.ts';

const FieldDialog = lazyDialog(async () => (await import('./field-dialog.tsx')).FieldDialog);

const labels: Record<FieldList, string> = { columns: 'Add column', groups: 'Add group', measures: 'Add measure' };

/** Adds a field to a list. */
export function AddField(props: { list: FieldList; state: ExploreState; organizationId: number }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        small
        variant="quiet"
        aria-haspopup="dialog"
        aria-label={labels[props.list]}
        onClick={() => setOpen(true)}
      >
        <Plus size={14} aria-hidden />
        Add
      </Button>
      <FieldDialog open={open} label={labels[props.list]} {...props} onClose={() => setOpen(false)} />
    </>
  );
}
