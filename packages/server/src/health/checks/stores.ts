import { existsSync } from 'node:fs';
import { quickCheckSqlite } from '#platform/sqlite/quick-check.ts';
import { notChecked, type Finding, type HealthCheck, type HealthSubject, type Inspected } from '../contract.ts';

const QUICK_CHECK_MS_MAX = 60_000;

/** Each store opens with the schema of this version, and what it holds can be read. */
export const stores: HealthCheck = {
  id: 'stores',
  title: 'Stores',
  group: 'Data',
  async run(subject) {
    const { journal, state, telemetry, blobs } = subject.stores;
    return [
      await inspect('The state store', state, () => readState(subject)),
      await inspect('The journal', journal, async (store) => void (await store.stats())),
      await inspect('The telemetry store', telemetry, async (store) => {
        const projectIds = 'store' in state ? (await state.store.allProjects()).map(({ id }) => id) : [];
        await store.query('ledgerTotals', { projectIds, range: { fromMs: 0, toMs: Number.MAX_SAFE_INTEGER } });
        const { files, spans } = await store.unreadableSpans();
        if (files.length > 0) return missingSpans(files, spans);
      }),
      await inspect('The blob folder', blobs, async (store) => void (await store.storeId())),
    ];
  },
};

async function inspect<Store>(
  name: string,
  inspected: Inspected<Store>,
  read: (store: Store) => Promise<Finding | void>,
): Promise<Finding> {
  if (!('store' in inspected)) {
    if (inspected.expected)
      return { ...notChecked(inspected.reason), found: `${name} is not checked: ${inspected.reason}.` };
    return damagedStore(inspected.reason);
  }
  try {
    return (await read(inspected.store)) ?? { severity: 'ok', found: `${name} opens and can be read.` };
  } catch (error) {
    return damagedStore(`${name} opens, but cannot be read: ${(error as Error).message}`);
  }
}

function damagedStore(found: string): Finding {
  return {
    severity: 'error',
    found,
    why: 'The server does not start, or fails where it needs this data.',
    action:
      'Copy the data directory before you try anything. Then follow docs/operations/damaged-files.md. Never remove or move a single store.',
  };
}

function missingSpans([first, ...others]: readonly string[], spans: number): Finding {
  const more = others.length > 0 ? ` and ${others.length} more` : '';
  return {
    severity: 'error',
    found: `Files of older spans are missing or cut off: ${first}${more}.`,
    why: `${spans} spans are in no trace until the files are back. Everything else works.`,
    action: 'Copy the files from a backup of the data directory, then restart Seismo.',
  };
}

async function readState({ locations }: HealthSubject): Promise<Finding> {
  const { statePath, stateUrl } = locations;
  if (stateUrl !== null || !existsSync(statePath)) {
    return { severity: 'ok', found: 'The state store opens and can be read. PostgreSQL checks its files itself.' };
  }
  try {
    const result = await quickCheckSqlite(statePath, QUICK_CHECK_MS_MAX);
    if (result === 'ok') return { severity: 'ok', found: 'The state store opens, and all its pages are intact.' };
    return damagedStore(`The state store ${statePath} is damaged: ${result}.`);
  } catch (error) {
    if (!(error as { killed?: boolean }).killed) throw error;
    return notChecked(`reading all pages of the state store takes longer than ${QUICK_CHECK_MS_MAX / 1000} s`);
  }
}
