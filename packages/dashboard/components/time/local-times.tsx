'use client';

import { useEffect } from 'react';
import { absolute } from './absolute.ts';
import { shownZone } from './zone.ts';

/** The server writes times in UTC; pointing at one shows the zone that the viewer likes first, then the other. */
export function LocalTimes() {
  useEffect(() => {
    const localize = (event: Event) => {
      const element = event.target instanceof Element ? event.target.closest('time') : null;
      const zone = shownZone();
      if (!element || element.dataset.zone === zone) return;
      element.dataset.zone = zone;
      const atMs = Date.parse(element.dateTime);
      const [first, other] = [absolute(atMs, zone), absolute(atMs, zone === 'utc' ? 'local' : 'utc')];
      element.title = first === other ? first : `${first} (${other})`;
    };
    document.addEventListener('pointerover', localize, { passive: true });
    document.addEventListener('focusin', localize);
    return () => {
      document.removeEventListener('pointerover', localize);
      document.removeEventListener('focusin', localize);
    };
  }, []);
  return null;
}
