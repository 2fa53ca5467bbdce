import type { RangeName } from '@seismo/server';

/** What of the ledger is shown; `null`: all projects. */
export interface StatsShown {
  project: string | null;
  range: RangeName;
}

export function statsHref({ project, range }: StatsShown, more: Record<string, string> = {}): `/stats?${string}` {
  return `/stats?${new URLSearchParams({ ...(project !== null && { project }), range, ...more })}`;
}

/** Where the items of an outcome are shown, or of one reason for it. */
export function examplesHref(shown: StatsShown, outcome: string, reason: string): `/stats?${string}` {
  return `${statsHref(shown, { outcome, ...(reason !== '' && { reason }) })}#examples`;
}
