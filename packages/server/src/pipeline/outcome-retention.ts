import { limits } from '@seismo/protocol';
import type { Telemetry } from '#store/telemetry/contract.ts';
import { daysAgo, hoursToRemove } from './hours-to-remove.ts';
import type { Retention } from './signal.ts';

/** Outcomes are never removed; old ones are stored by the hour. */
export function outcomeRetention(telemetry: Telemetry): Retention {
  return {
    async expire({ projectId, nowMs }) {
      const untilMs = daysAgo(nowMs, limits.OUTCOME_MINUTE_DAYS);
      const old = await hoursToRemove(telemetry, { table: 'ledger', projectId, untilMs });
      return old && { projectId, changes: [{ projectId, sumLedger: old.range }], deleteBlobs: [], removed: [] };
    },
  };
}
