import { limits, type ProjectId } from '@seismo/protocol';
import { defaultLimits, readDocument } from '#domain/configuration/documents.ts';
import { baselineRange, spikeLimit } from '#signals/errors/spikes/baseline.ts';
import type { QueryDeps } from '../deps.ts';
import { projectNamed } from '../projects/projects.ts';
import { requireSignedIn, organizationsFor, type Viewer } from '#domain/permissions/viewer.ts';
import type { SpikeStatus, SpikingProject } from './views.ts';

const minuteMs = 60_000;
const NOW_MINUTES = limits.SPIKE_END_MS / minuteMs;

/** Whether spike protection is limiting the project now, and its threshold. */
export async function spikeStatus(deps: QueryDeps, viewer: Viewer, projectSlug: string): Promise<SpikeStatus> {
  const { id } = await projectNamed(deps, viewer, 'project:read', projectSlug);
  const nowMs = deps.clock.now();
  const range = baselineRange(nowMs);
  const [document, hours, recent, hour, day] = await Promise.all([
    deps.state.configurationHistory(id, 'limits', 1),
    deps.telemetry.query('storedPerHour', { projectIds: [id], range }),
    limited(deps, [id], NOW_MINUTES),
    limited(deps, [id], 60),
    limited(deps, [id], 24 * 60),
  ]);
  const { spikeProtection, spikeProtectionPausedUntilMs } = readDocument(document[0]?.document, defaultLimits);
  return {
    limitPerMinute: spikeLimit(hours, range.toMs),
    limitedLastHour: hour,
    limitedLast24h: day,
    isLimitingNow: recent > 0,
    on: spikeProtection,
    spikeProtectionPausedUntilMs: spikeProtectionPausedUntilMs > nowMs ? spikeProtectionPausedUntilMs : null,
  };
}

/** Projects whose events are being limited now. One read for all; further reads only if there are any. */
export async function activeSpikes(deps: QueryDeps, viewer: Viewer): Promise<SpikingProject[]> {
  requireSignedIn(viewer);
  const projects = await deps.state.listProjects(organizationsFor(viewer, 'project:read'));
  const ids = projects.map(({ id }) => id);
  if ((await limited(deps, ids, NOW_MINUTES)) === 0) return [];
  const each = await Promise.all(
    projects.map(async ({ id, slug, name }) => ({ slug, name, limited: await limited(deps, [id], NOW_MINUTES) })),
  );
  return each.filter((one) => one.limited > 0);
}

async function limited({ telemetry, clock }: QueryDeps, projectIds: ProjectId[], minutes: number): Promise<number> {
  const nowMs = clock.now();
  const range = { fromMs: nowMs - minutes * minuteMs, toMs: nowMs + 1 };
  const totals = await telemetry.query('ledgerTotals', { projectIds, range });
  return totals
    .filter(({ outcome, reason, itemKind }) => outcome === 'limited' && reason === 'spike' && itemKind === 'event')
    .reduce((sum, { quantity }) => sum + quantity, 0);
}
