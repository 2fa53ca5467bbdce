import type { MapCoverage } from '../../contract.ts';

/** `no-debug-id:3 position-missing:1`, as questions take it apart. The same in every event of a page, mostly. */
export function faultText({ faults }: MapCoverage): string {
  return Object.entries(faults)
    .map(([fault, frames]) => `${fault}:${frames}`)
    .sort()
    .join(' ');
}

export function unmappedFrames({ faults }: MapCoverage): number {
  return Object.entries(faults).reduce((sum, [fault, frames]) => sum + (isUnmapped(fault) ? frames : 0), 0);
}

function isUnmapped(fault: string): boolean {
  return fault !== 'source-content-missing';
}
