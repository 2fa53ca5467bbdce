import { keys } from './keyboard/keys.ts';
import { pages } from './palette/pages.ts';
import { denied, rolesFor } from '#server/viewer.ts';

/** For shortcuts and palette: the permissions the viewer lacks, with the roles that have them. */
export async function Denied() {
  return (await denied([...keys, ...pages])).map((permission) => (
    <span key={permission} hidden data-denied={permission}>
      {rolesFor(permission)}
    </span>
  ));
}
