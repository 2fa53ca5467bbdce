import { notChecked, type Finding, type HealthCheck } from '../contract.ts';

/** As `/readyz` and the log of the outbox judge. */
const LAG_MS_MAX = 120_000;
const OUTBOX_LAG_MS_MAX = 300_000;

export const pipeline: HealthCheck = {
  id: 'pipeline',
  title: 'Processing',
  group: 'Processing',
  async run({ stores: { journal, state }, probe, clock }) {
    if (!('store' in journal)) return [notChecked('the journal could not be opened')];
    const { entries, oldestReceivedAtMs } = await journal.store.stats();
    const lagMs = oldestReceivedAtMs === null ? 0 : clock.now() - oldestReceivedAtMs;
    const findings: Finding[] = [];
    if (probe === null) {
      findings.push(
        entries === 0
          ? { severity: 'ok', found: 'No report waits in the journal.' }
          : { severity: 'note', found: `${entries} journal entries wait. The server processes them when it starts.` },
      );
    } else if (lagMs > LAG_MS_MAX) {
      findings.push({
        severity: 'warning',
        found: `Processing is ${Math.round(lagMs / 1000)} s behind; ${entries} journal entries wait.`,
        why: 'New issues and counts appear late. No report is lost while the disk has room.',
        action:
          'Read the log for errors of the pipeline. If processor cores are idle, raise SEISMO_PIPELINE_THREADS. If one project sends too much, lower its limits.',
      });
    } else {
      findings.push({
        severity: 'ok',
        found: `Reports are processed as they arrive; ${entries} journal entries wait.`,
      });
    }
    for (const { name, behind, behindSinceMs } of 'store' in state ? await state.store.outboxReaders() : []) {
      if (probe === null || behindSinceMs === null || clock.now() - behindSinceMs <= OUTBOX_LAG_MS_MAX) continue;
      findings.push({
        severity: 'warning',
        found: `The outbox reader "${name}" is ${behind} rows behind.`,
        why: 'Live updates and notifications that depend on it are late.',
        action: 'Read the log for errors of the outbox, and restart the server if they persist.',
      });
    }
    return findings;
  },
};
