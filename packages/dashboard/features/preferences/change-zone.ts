import { toast } from '#features/toast/toast.ts';
import { ownPreferences, setPreferences } from './own-preferences.ts';
import type { FirstPreferences } from './preferences.ts';

/** Switches the zone of exact times. A toast confirms it, because no exact time may be visible. */
export function changeZone(zone: FirstPreferences['zone'] = ownPreferences().zone === 'utc' ? 'local' : 'utc'): void {
  setPreferences({ zone });
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  toast({ text: zone === 'utc' ? 'Times shown in UTC' : `Times shown in local time (${timeZone})` });
}
