import { clearRecent } from '../recent/stored-list.ts';
import { clearUndo } from '../toast/toast.ts';
import { signOut } from './actions.ts';

export async function signOutHere(): Promise<void> {
  clearForNextUser();
  // The server sends nothing after the session; the browser need not keep its subscription either.
  void import('../notifications/browser-push.ts').then(({ unsubscribeFromPush }) => unsubscribeFromPush());
  await signOut();
}

/** Deletes this browser's recent pages and what can be undone, because the next user may be another. */
export function clearForNextUser(): void {
  clearRecent();
  clearUndo();
}
