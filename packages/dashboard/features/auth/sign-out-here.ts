import { clearRecent } from '../recent/stored-list.ts';
import { clearUndo } from '../toast/toast.ts';
import { signOut } from './actions.ts';

export async function signOutHere(): Promise<void> {
  clearForNextUser();
  await signOut();
}

/** Deletes this browser's recent pages and what can be undone, because the next user may be another. */
export function clearForNextUser(): void {
  clearRecent();
  clearUndo();
}
