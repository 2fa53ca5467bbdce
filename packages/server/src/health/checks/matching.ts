import { dirname, join } from 'node:path';
import { comparePositions, lostEntries, readPositions, StoresDoNotMatch } from '#pipeline/match-stores.ts';
import { mismatch, readClaim, STORE_ID } from '#store/claim.ts';
import type { State } from '#store/state/contract.ts';
import { notChecked, type Finding, type HealthCheck, type HealthSubject } from '../contract.ts';

export const matching: HealthCheck = {
  id: 'matching',
  title: 'Stores fit together',
  group: 'Data',
  async run(subject) {
    const { state, journal, telemetry, blobs } = subject.stores;
    if (!('store' in state && 'store' in journal && 'store' in telemetry && 'store' in blobs)) {
      return [notChecked('not all stores could be opened')];
    }
    const findings: Finding[] = [];
    if (subject.probe === null) {
      const opened = { state: state.store, journal: journal.store, telemetry: telemetry.store, blobs: blobs.store };
      try {
        const { losses } = comparePositions(await readPositions(opened), false);
        findings.push(...losses.map(({ message }) => lossFinding(`${message}.`)));
      } catch (error) {
        if (!(error instanceof StoresDoNotMatch)) throw error;
        findings.push(refusal(error.message));
      }
      findings.push(...(await leaseFindings(subject, state.store, await blobs.store.storeId())));
    }
    const lost = await lostEntries({ state: state.store });
    if (lost > 0) {
      findings.push({
        severity: 'note',
        found: `The data of ${lost} journal entries was lost at earlier starts.`,
        why: 'The server counts it in seismo_lost_entries_total.',
        action: 'The log of that start names the store. A backup from before may still have the data.',
      });
    }
    const fits = findings.every(({ severity }) => severity === 'note');
    return fits ? [{ severity: 'ok', found: 'All stores belong together.' }, ...findings] : findings;
  },
};

async function leaseFindings(
  { locations }: HealthSubject,
  state: Pick<State, 'setting' | 'lease'>,
  blobsId: string | null,
): Promise<Finding[]> {
  if (blobsId !== (await state.setting(STORE_ID))) return [];
  const path = join(dirname(locations.statePath), 'state-lease.json');
  const loss = mismatch(await readClaim(path), await state.lease());
  return loss === null
    ? []
    : [refusal(`${loss} Restore the state store and the data directory from backups of the same time.`)];
}

function refusal(found: string): Finding {
  return {
    severity: 'error',
    found,
    why: 'The server does not start, because data would be mixed up or lost.',
    action: 'Nothing was changed. Follow docs/operations/damaged-files.md.',
  };
}

function lossFinding(found: string): Finding {
  return {
    severity: 'warning',
    found,
    why: 'The next start continues without this data and counts the loss.',
    action: 'If you have a backup of the whole data directory, decide now whether to restore it.',
  };
}
