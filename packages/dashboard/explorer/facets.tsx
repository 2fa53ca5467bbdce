'use client';

import { lazy } from 'react';
import { useOwnPreference } from '#features/preferences/own-preferences.ts';
import type { FacetedList } from '#features/search/facet-reads.ts';
import { FACETS_ID } from './facets-button.tsx';

const FacetGroups = lazy(async () => ({ default: (await import('./facet-groups.tsx')).FacetGroups }));

export interface FacetsProps {
  organizationId: number;
  list: FacetedList;
  /** The search of the list. */
  query: string;
  /** When the list beside it was made: its values are counted again. */
  listedAtMs: number;
  /** Keys that every list of this kind has. Those of events follow. */
  keys: [key: string, name: string][];
  /** The projects whose events have keys. */
  projects: string[];
  /** What a value counts. */
  noun: string;
}

/** The values by which a list can be narrowed, with their counts. Nothing loads until it is shown and opened. */
export function Facets(props: FacetsProps) {
  const isShown = useOwnPreference('facets') === 'shown';
  return (
    <aside
      id={FACETS_ID}
      aria-label="Facets"
      className="hidden facets-shown:block max-xl:mb-3 max-xl:border-b max-xl:border-line max-xl:pb-2"
    >
      {isShown ? <FacetGroups {...props} /> : null}
    </aside>
  );
}
