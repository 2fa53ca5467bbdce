'use client';

import { useEffect } from 'react';

/** The server writes times in UTC; pointing at one shows the viewer's own zone first, then UTC. */
export function LocalTimes() {
  useEffect(() => {
    const format = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'long' });
    const localize = (event: Event) => {
      const element = event.target instanceof Element ? event.target.closest('time') : null;
      if (!element || element.dataset.zone) return;
      element.dataset.zone = 'local';
      const iso = element.dateTime;
      element.title = `${format.format(new Date(iso))} (${iso.slice(0, 19).replace('T', ' ')} UTC)`;
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
