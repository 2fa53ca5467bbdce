import { keys } from './keyboard/keys.ts';
import { pages } from './palette/pages.ts';
import { denied, rolesFor } from '#server/viewer.ts';

/** For keys and palette: what this person may not do, and who may. */
export async function Denied() {
  return (await denied([...keys, ...pages])).map((permission) => (
    <span key={permission} hidden data-denied={permission}>
      {rolesFor(permission)}
    </span>
  ));
}
