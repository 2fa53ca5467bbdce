import { clearRecent } from '../recent/stored-list.ts';
import { signOut } from './actions.ts';

/** Signs out and deletes this browser's recent pages, because the next user may be another. */
export async function signOutHere(): Promise<void> {
  clearRecent();
  await signOut();
}
