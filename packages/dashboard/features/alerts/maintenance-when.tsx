'use client';

import type { MaintenanceView } from '@seismo/server';
import { customRangeText } from '#lib/time/absolute.ts';
import { useZone } from '#lib/time/zone.ts';
import { wholeMinute } from './maintenance-input.ts';

/** The times of a window that is active once, to the minute, in the viewer's zone; or its schedule. */
export function MaintenanceWhen({ times, weekly }: Pick<MaintenanceView, 'times' | 'weekly'>) {
  const zone = useZone();
  if (times.kind === 'weekly') return weekly;
  const { startsAtMs, endsAtMs } = times;
  return customRangeText({ fromMs: wholeMinute(startsAtMs), toMs: wholeMinute(endsAtMs) }, zone);
}
