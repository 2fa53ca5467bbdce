'use client';

import { useRouter } from 'next/navigation';
import { useEffect } from 'react';

const REFRESH_MS = 2000;

/** Refreshes the page while something runs that it shows. */
export function Follow() {
  const router = useRouter();
  useEffect(() => {
    const refresh = () => document.visibilityState === 'visible' && router.refresh();
    const timer = setInterval(refresh, REFRESH_MS);
    return () => clearInterval(timer);
  }, [router]);
  return null;
}
