import { forgetAll } from '../recent/kept-list.ts';
import { signOut } from './actions.ts';

/** Signs out, and takes along what this browser remembered: the next person at it may be another. */
export async function leave(): Promise<void> {
  forgetAll();
  await signOut();
}
