import { notChecked, type HealthCheck } from '../contract.ts';

export const deadLetters: HealthCheck = {
  id: 'dead-letters',
  title: 'Dead letters',
  group: 'Processing',
  async run({ stores: { journal } }) {
    if (!('store' in journal)) return [notChecked('the journal could not be opened')];
    const count = (await journal.store.stats()).deadLetters;
    if (count === 0) return [{ severity: 'ok', found: 'No item failed.' }];
    return [
      {
        severity: 'warning',
        found: `${count} items could not be processed and are stored as dead letters.`,
        why: 'They are missing from issues and counts. A project with too many of them is paused.',
        action:
          'Look at them and replay them on the Stats page or with "seismo dead-letters". If they fail again, upgrade Seismo and replay them again.',
      },
    ];
  },
};
