import { clearRecent } from '../recent/stored-list.ts';
import { signOut } from './actions.ts';

/** Signs out, and takes along what this browser remembered: the next person at it may be another. */
export async function signOutHere(): Promise<void> {
  clearRecent();
  await signOut();
}
