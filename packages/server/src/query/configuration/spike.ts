import { limits, type ProjectId } from '@seismo/protocol';
import { defaultLimits, readDocument } from '#domain/configuration/documents.ts';
import { baselineRange, spikeLimit } from '#signals/common/spikes/baseline.ts';
import { spikeKinds } from '#signals/common/spikes/kinds.ts';
import type { SpikeKind } from '#store/state/contract.ts';
import type { QueryDeps } from '../deps.ts';
import { projectNamed } from '../projects/projects.ts';
import { requireSignedIn, organizationsFor, type Viewer } from '#domain/permissions/viewer.ts';
import type { SpikeStatus, SpikingProject } from './views.ts';

const minuteMs = 60_000;
const NOW_MINUTES = limits.SPIKE_END_MS / minuteMs;

/** Whether spike protection is limiting the project now, and its thresholds. */
export async function spikeStatus(deps: QueryDeps, viewer: Viewer, projectSlug: string): Promise<SpikeStatus> {
  const { id } = await projectNamed(deps, viewer, 'project:read', projectSlug);
  const nowMs = deps.clock.now();
  const [document, recent, hour, day, events, spans] = await Promise.all([
    deps.state.configurationHistory(id, 'limits', 1),
    limited(deps, [id], NOW_MINUTES),
    limited(deps, [id], 60),
    limited(deps, [id], 24 * 60),
    limitOf(deps, id, 'events'),
    limitOf(deps, id, 'spans'),
  ]);
  const { spikeProtection, spikeProtectionPausedUntilMs } = readDocument(document[0]?.document, defaultLimits);
  const statusOf = (kind: SpikeKind, limitPerMinute: number | null) => ({
    limitPerMinute,
    limitedLastHour: hour[kind],
    limitedLast24h: day[kind],
    isLimitingNow: recent[kind] > 0,
  });
  return {
    on: spikeProtection,
    spikeProtectionPausedUntilMs: spikeProtectionPausedUntilMs > nowMs ? spikeProtectionPausedUntilMs : null,
    events: statusOf('events', events),
    spans: statusOf('spans', spans),
  };
}

async function limitOf({ telemetry, clock }: QueryDeps, projectId: ProjectId, kind: SpikeKind): Promise<number | null> {
  const range = baselineRange(clock.now());
  const { itemKinds } = spikeKinds[kind];
  const hours = await telemetry.query('storedPerHour', { projectIds: [projectId], itemKinds, range });
  return spikeLimit(kind, hours, range.toMs);
}

/** Projects whose events or spans are being limited now. One read for all; further reads only if there are any. */
export async function activeSpikes(deps: QueryDeps, viewer: Viewer): Promise<SpikingProject[]> {
  requireSignedIn(viewer);
  const projects = await deps.state.listProjects(organizationsFor(viewer, 'project:read'));
  const all = await limited(
    deps,
    projects.map(({ id }) => id),
    NOW_MINUTES,
  );
  if (all.events + all.spans === 0) return [];
  const each = await Promise.all(
    projects.map(async ({ id, slug, name }) => ({ slug, name, ...(await limited(deps, [id], NOW_MINUTES)) })),
  );
  return each.filter(({ events, spans }) => events + spans > 0);
}

async function limited(
  { telemetry, clock }: QueryDeps,
  projectIds: ProjectId[],
  minutes: number,
): Promise<Record<SpikeKind, number>> {
  const nowMs = clock.now();
  const range = { fromMs: nowMs - minutes * minuteMs, toMs: nowMs + 1 };
  const totals = await telemetry.query('ledgerTotals', { projectIds, range });
  const sumOf = (kind: SpikeKind) =>
    totals
      .filter(({ outcome, reason }) => outcome === 'limited' && reason === 'spike')
      .filter(({ itemKind }) => spikeKinds[kind].itemKinds.some((one) => one === itemKind))
      .reduce((sum, { quantity }) => sum + quantity, 0);
  return { events: sumOf('events'), spans: sumOf('spans') };
}
