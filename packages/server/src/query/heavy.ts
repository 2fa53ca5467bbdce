import { previewConfiguration } from './configuration/preview.ts';
import type { QueryDeps } from './deps.ts';
import { findEndUser } from './end-users/find.ts';
import { exportAudit } from './export/audit.ts';
import { exportEndUser } from './export/end-user.ts';
import { exportEvents } from './export/events.ts';
import { exportExplored } from './export/explored.ts';
import { exportFeedback } from './export/feedback.ts';
import { exportIssues } from './export/issues.ts';
import { exportProject } from './export/project.ts';
import { exportReleases } from './export/releases.ts';
import { previewOwnership } from './issues/ownership.ts';
import { previewSourceLinks } from './issues/source-links.ts';

/** Heavy queries that may write temporary files, so they need room on the disk. */
export const temporaryFileQueries = {
  exportIssues,
  exportFeedback,
  exportReleases,
  exportEvents,
  exportExplored,
  exportAudit,
  exportEndUser,
  exportProject,
  previewConfiguration,
};

/** Queries with so much work that they must not block others. */
const heavyQueries = { ...temporaryFileQueries, findEndUser, previewOwnership, previewSourceLinks } satisfies Record<
  string,
  (deps: QueryDeps, ...args: never[]) => Promise<unknown>
>;

type HeavyQueries = typeof heavyQueries;
export type HeavyName = keyof HeavyQueries;
export const heavyNames = Object.keys(heavyQueries) as HeavyName[];
export type HeavyArgs<Name extends HeavyName> = HeavyQueries[Name] extends (
  deps: QueryDeps,
  ...args: infer Args
) => unknown
  ? Args
  : never;
export type HeavyAnswer<Name extends HeavyName> = Awaited<ReturnType<HeavyQueries[Name]>>;

/** Answers a query in this or another thread; `left` aborts it when the requester disconnects. */
export type RunHeavy = <Name extends HeavyName>(
  name: Name,
  args: HeavyArgs<Name>,
  left?: AbortSignal,
) => Promise<HeavyAnswer<Name>>;

export function runHere(deps: QueryDeps): RunHeavy {
  return async (name, args) => {
    const query = heavyQueries[name] as (deps: QueryDeps, ...args: unknown[]) => Promise<never>;
    return query(deps, ...args);
  };
}
