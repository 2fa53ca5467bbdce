'use client';

import { useEffect, useRef } from 'react';
import { provideCommands, type CommandSource, type Rank } from './registry.ts';

/**
 * Provides commands while the component is on the visible page. `source` runs when a key is pressed or the palette opens, not
 * on each render.
 */
export function useCommands(rank: Rank, source: CommandSource): void {
  const latest = useRef(source);
  useEffect(() => {
    latest.current = source;
  });
  useEffect(() => provideCommands(rank, () => latest.current()), [rank]);
}
