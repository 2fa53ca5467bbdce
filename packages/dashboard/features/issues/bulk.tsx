'use client';

import type { AssigneeView } from '@seismo/server';
import { lazy, startTransition, Suspense, useEffect, useState, type ReactNode } from 'react';
import { useSelection } from '#ui/use-selection.ts';
import { whenIdle } from '#shell/when-idle.ts';
import type { RawParams } from './search-params.ts';

const load = () => import('./bulk-toolbar.tsx');
const BulkToolbar = lazy(load);

interface Props {
  organizationId: number;
  total: number;
  list: RawParams;
  /** Possible assignees. */
  assignees: AssigneeView[];
  /** Whether the user may change the issues, not only bookmark them and mark them as seen. */
  mayChange: boolean;
  children: ReactNode;
}

/** The selected issues. Their toolbar loads when the page is idle and stays hidden until something is selected. */
export function Bulk({ organizationId, total, list, assignees, mayChange, children }: Props) {
  const { root, selected, selectedNow, isPageSelected, setAll } = useSelection();
  const [loaded, setLoaded] = useState(false);
  useEffect(
    () =>
      whenIdle(() => {
        load().then(
          () => startTransition(() => setLoaded(true)),
          // Loading is retried when a row is selected.
          () => {},
        );
      }),
    [],
  );

  return (
    <div ref={root} data-selectable-list>
      {loaded || selected.length > 0 ? (
        <Suspense fallback={null}>
          <BulkToolbar
            organizationId={organizationId}
            selected={selected}
            selectedNow={selectedNow}
            isPageSelected={isPageSelected}
            total={total}
            list={list}
            assignees={assignees}
            mayChange={mayChange}
            onSetAll={setAll}
          />
        </Suspense>
      ) : null}
      {children}
    </div>
  );
}
