'use client';

import type { AssigneeView } from '@seismo/server';
import { lazy, startTransition, Suspense, useEffect, useState, type ReactNode } from 'react';
import { useChosen } from '#ui/use-selection.ts';
import { whenAtRest } from '#shell/when-at-rest.ts';
import type { RawParams } from './search-params.ts';

const load = () => import('./bulk-toolbar.tsx');
const BulkToolbar = lazy(load);

/**
 * Issues of the list that are chosen. What to do with them is loaded once the page is at rest, and waits out of sight until
 * something is chosen.
 */
export function Bulk({
  organizationId,
  total,
  list,
  among,
  mayChange,
  children,
}: {
  organizationId: number;
  total: number;
  list: RawParams;
  /** Whom issues can be for. */
  among: AssigneeView[];
  /** More than what marks them for oneself. */
  mayChange: boolean;
  children: ReactNode;
}) {
  const { root, chosen, chosenNow, page, setAll } = useChosen();
  const [loaded, setLoaded] = useState(false);
  useEffect(
    () =>
      whenAtRest(() => {
        load().then(
          () => startTransition(() => setLoaded(true)),
          // It is asked for again when something is chosen.
          () => {},
        );
      }),
    [],
  );

  return (
    <div ref={root} data-chooser>
      {loaded || chosen.length > 0 ? (
        <Suspense fallback={null}>
          <BulkToolbar
            organizationId={organizationId}
            chosen={chosen}
            chosenNow={chosenNow}
            page={page}
            total={total}
            list={list}
            among={among}
            mayChange={mayChange}
            onSetAll={setAll}
          />
        </Suspense>
      ) : null}
      {children}
    </div>
  );
}
