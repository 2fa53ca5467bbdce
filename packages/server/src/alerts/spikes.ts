import { utcMinute } from '#platform/utc-minute.ts';
import type { Notice, OutboxRow, Project, StateTx } from '#store/state/contract.ts';
import { emailFailing } from '#store/state/settings/email-failing.ts';
import { circumstances, type QueueDeps } from './queue-alerts.ts';
import { reportToOwners } from './report-to-owners.ts';

type SpikeRow = OutboxRow & { kind: 'spike-started' | 'spike-ended' };

/** Notifies owners that spike protection began to discard events or spans of a project, and that it has ended. */
export async function reportSpikes(
  deps: QueueDeps,
  rows: OutboxRow[],
): Promise<((tx: StateTx) => Promise<void>) | null> {
  const spikes = rows.filter((row): row is SpikeRow => row.kind === 'spike-started' || row.kind === 'spike-ended');
  if (spikes.length === 0) return null;
  const { nowMs, isPaused, hasEmail } = await circumstances(deps);
  if (isPaused) return null;
  return async (tx) => {
    const owners = { hasEmail: hasEmail && (await emailFailing(tx)) === null, nowMs };
    for (const spike of spikes) {
      for (const projectId of spike.projectIds) {
        const project = await tx.projectById(projectId);
        if (project) await reportToOwners(owners, tx, project.organizationId, noticeOf(spike, project));
      }
    }
  };
}

function noticeOf(spike: SpikeRow, { name, slug }: Project): Notice {
  const why = 'You receive this because you are an owner of the organization of this project.';
  const link = { name: 'View project limits', path: `/settings/projects/${encodeURIComponent(slug)}/limits` };
  // Rows of an older version are about events.
  const what = spike.of === 'spans' ? 'spans' : 'events';
  return spike.kind === 'spike-started'
    ? {
        title: `Spike protection limits the ${what} of ${name}`,
        text: [
          `The project sends far more ${what} than usual. What goes beyond ten times its busy hour is discarded, and counted.`,
          'Find out what floods the project. In its limits, you can let everything through for an hour, or turn the protection off.',
        ],
        link,
        why,
      }
    : {
        title: `Spike protection no longer limits the ${what} of ${name}`,
        text: [
          `${what === 'spans' ? 'Spans' : 'Events'} were discarded from ${utcMinute(spike.startedAtMs)} to ${utcMinute(spike.atMs)}.`,
        ],
        link,
        why,
      };
}
