'use client';

import { Plus } from 'lucide-react';
import type { Route } from 'next';
import { useRouter } from 'next/navigation';
import { useState, useTransition } from 'react';
import { Button } from '#ui/button.tsx';
import { lazyDialog } from '#shell/lazy-dialog.tsx';
import { exploreHref, type ExploreState, type FieldList } from './search-params.ts';

const FieldDialog = lazyDialog(async () => (await import('./field-dialog.tsx')).FieldDialog);

const labels: Record<FieldList, string> = { columns: 'Add column', groups: 'Add group', measures: 'Add measure' };

interface Props {
  list: FieldList;
  state: ExploreState;
  organizationId: number;
}

/** Adds a field to a list. */
export function AddField({ list, state, organizationId }: Props) {
  const router = useRouter();
  const [open, setOpen] = useState(false);
  const [, start] = useTransition();
  const selected = state[list];
  const add = (name: string) =>
    start(() =>
      router.push(exploreHref({ ...state, [list]: [...selected, name], cursor: null }) as Route, { scroll: false }),
    );
  return (
    <>
      <Button small variant="quiet" aria-haspopup="dialog" aria-label={labels[list]} onClick={() => setOpen(true)}>
        <Plus size={14} aria-hidden />
        Add
      </Button>
      <FieldDialog
        {...{ open, list, state, selected, organizationId }}
        label={labels[list]}
        onSelect={add}
        onClose={() => setOpen(false)}
      />
    </>
  );
}
