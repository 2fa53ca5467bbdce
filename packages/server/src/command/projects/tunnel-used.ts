import type { ProjectId } from '@seismo/protocol';
import { tunnelSetting } from '#query/home/set-up.ts';
import type { State } from '#store/state/contract.ts';
import type { Clock } from '#platform/clock.ts';
import type { Log } from '#platform/log.ts';

const AGAIN_MS = 3_600_000;

/**
 * Records, at most once an hour per project, that reports arrived through a tunnel. Callers do not wait; a failure is
 * logged and retried an hour later.
 */
export function createTunnelWriter(
  state: Pick<State, 'write'>,
  clock: Clock,
  log: Pick<Log, 'error'>,
): (projectId: ProjectId) => void {
  const notedAtMs = new Map<ProjectId, number>();
  return (projectId) => {
    const nowMs = clock.now();
    if (nowMs - (notedAtMs.get(projectId) ?? Number.NEGATIVE_INFINITY) < AGAIN_MS) return;
    notedAtMs.set(projectId, nowMs);
    state
      .write((tx) => tx.setSetting(tunnelSetting(projectId), String(nowMs)))
      .catch((error: unknown) =>
        log.error({ stage: 'ingest', reason: String(error) }, 'the use of a tunnel could not be saved'),
      );
  };
}
