'use client';

import { ListFilter } from 'lucide-react';
import { ownPreferences, setPreferences, useOwnPreference } from '#features/preferences/own-preferences.ts';
import { useCommands } from '#shell/commands/use-commands.ts';
import { buttonClass } from '#ui/button.tsx';

export const FACETS_ID = 'facets';

const toggle = () => setPreferences({ facets: ownPreferences().facets === 'shown' ? 'hidden' : 'shown' });

/** Shows and hides the facets of a list. */
export function FacetsButton() {
  const isShown = useOwnPreference('facets') === 'shown';
  useCommands('page', () => ({
    name: null,
    commands: [
      { id: 'facets', label: isShown ? 'Hide facets' : 'Show facets', words: 'filter narrow values', run: toggle },
    ],
  }));
  return (
    <button
      type="button"
      aria-expanded={isShown}
      aria-controls={FACETS_ID}
      aria-label="Facets"
      title={isShown ? 'Hide facets' : 'Show facets'}
      onClick={toggle}
      className={buttonClass('plain', false, 'w-8 px-0! facets-shown:bg-accent-wash facets-shown:text-accent')}
    >
      <ListFilter size={15} aria-hidden />
    </button>
  );
}
