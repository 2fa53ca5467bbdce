import type { ProjectId } from '@seismo/protocol';
import { defaultLimits, readDocument } from '#domain/configuration/documents.ts';
import type { State } from '#store/state/contract.ts';
import { dayOf } from '#platform/clock.ts';
import type { QueryDeps } from '../deps.ts';
import { projectNamed } from '../projects/projects.ts';
import type { Viewer } from '#domain/permissions/viewer.ts';
import type { DayUsageView } from './views.ts';

const USAGE_DAYS = 30;

/** Bytes that a project may send in a day; `null`: as many as it likes. */
export async function bytesPerDay(
  state: Pick<State, 'configurationHistory'>,
  projectId: ProjectId,
): Promise<number | null> {
  const [newest] = await state.configurationHistory(projectId, 'limits', 1);
  return readDocument(newest?.document, defaultLimits).bytesPerDay;
}

/** A project's bytes of today and of its busiest recent day, with its limit. */
export async function dayUsage(deps: QueryDeps, viewer: Viewer, projectSlug: string): Promise<DayUsageView> {
  const { id } = await projectNamed(deps, viewer, 'project:read', projectSlug);
  const today = dayOf(deps.clock.now());
  const [usage, budget] = await Promise.all([
    deps.state.usageSince(today - USAGE_DAYS + 1, id),
    bytesPerDay(deps.state, id),
  ]);
  const days = new Map<number, number>();
  for (const { day, bytes } of usage) days.set(day, (days.get(day) ?? 0) + bytes);
  return { bytesPerDay: budget, bytesToday: days.get(today) ?? 0, busiestDayBytes: Math.max(0, ...days.values()) };
}
