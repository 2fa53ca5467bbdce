'use client';

import { ChevronDown } from 'lucide-react';
import type { Route } from 'next';
import { useRouter } from 'next/navigation';
import { useState, useTransition } from 'react';
import { lazyDialog } from '#shell/lazy-dialog.tsx';
import { Button } from '#ui/button.tsx';
import type { ExploreState } from './search-params.ts';
import { heatMapHref, type HeatMapState } from './selection.ts';

const FieldDialog = lazyDialog(async () => (await import('./field-dialog.tsx')).FieldDialog);

interface Props {
  explored: ExploreState;
  heatMap: HeatMapState;
  organizationId: number;
}

/** Selects the field whose numbers the heat map shows. A rectangle in it is of the old one. */
export function HeatMapValue({ explored, heatMap, organizationId }: Props) {
  const router = useRouter();
  const [open, setOpen] = useState(false);
  const [pending, start] = useTransition();
  const { value, selection } = heatMap;
  const select = (name: string) => {
    const kept = selection && 'query' in selection ? selection : null;
    start(() => router.push(heatMapHref(explored, { value: name, selection: kept }) as Route, { scroll: false }));
  };
  return (
    <div className="mb-2 flex items-center gap-1.5" aria-busy={pending}>
      <span aria-hidden className="text-12 text-muted">
        Value
      </span>
      <Button
        small
        aria-haspopup="dialog"
        aria-label={`Value: ${value}`}
        className="max-w-full min-w-0 font-mono"
        onClick={() => setOpen(true)}
      >
        <span className="truncate" title={value}>
          {value}
        </span>
        <ChevronDown size={13} aria-hidden className="shrink-0 text-faint" />
      </Button>
      <FieldDialog
        open={open}
        list="value"
        label="Select value"
        state={explored}
        selected={[value]}
        organizationId={organizationId}
        onSelect={select}
        onClose={() => setOpen(false)}
      />
    </div>
  );
}
