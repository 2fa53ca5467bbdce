import { toast } from '#features/toast/toast.ts';
import { ownPreferences, setPreferences } from './own-preferences.ts';
import type { FirstPreferences } from './preferences.ts';

/** Shows exact times in a zone, or in the other one. It is said, too: there may be none in sight. */
export function changeZone(zone: FirstPreferences['zone'] = ownPreferences().zone === 'utc' ? 'local' : 'utc'): void {
  setPreferences({ zone });
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  toast({ text: zone === 'utc' ? 'Exact times are in UTC' : `Exact times are as the clocks go here, in ${timeZone}` });
}
