import type { OutboxRow, StateTx } from '#store/state/contract.ts';
import { fireRules } from './fire-rules.ts';
import { notify } from './notify.ts';
import type { QueueDeps } from './queue-alerts.ts';
import { reportSpikes } from './spikes.ts';

/** What becomes of rows of the outbox: alerts, as the rules have it, messages to users about activity, and to owners about spikes. */
export async function decide(deps: QueueDeps, rows: OutboxRow[]): Promise<((tx: StateTx) => Promise<void>) | null> {
  const alert = await fireRules(deps, rows);
  const inform = await notify(deps, rows);
  const warn = await reportSpikes(deps, rows);
  if (alert === null && inform === null && warn === null) return null;
  return async (tx) => {
    const alerted = (await alert?.(tx)) ?? new Set();
    await inform?.(tx, alerted);
    await warn?.(tx);
  };
}
