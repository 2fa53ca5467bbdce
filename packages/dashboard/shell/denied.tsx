import { keys } from './keyboard/keys.ts';
import { pages } from './palette/pages.ts';
import { denied, whoMay } from '#server/viewer.ts';

/** For keys and palette: what this person may not do, and who may. */
export async function Denied() {
  return (await denied([...keys, ...pages])).map((deed) => (
    <span key={deed} hidden data-denied={deed}>
      {whoMay(deed)}
    </span>
  ));
}
