import { endUserDeletionEntry } from '#journal/end-user-deletion-entry.ts';
import type { Signal } from '#pipeline/signal.ts';
import { deleteEndUser } from './delete-end-user.ts';

/** Deletes the data of single end users over all signals. It receives no items. */
export const openEndUsers: Signal = ({ stores, clock }) => ({
  begin: () => ({ kinds: {} }),
  operations: { 'delete-end-user': { plan: deleteEndUser } },
  async unjournaled() {
    return (await stores.state.openEndUserDeletions()).map((deletion) => endUserDeletionEntry(deletion, clock.now()));
  },
});
