'use client';

import { useEffect } from 'react';
import { viewedPages, type ViewedPage } from './viewed.ts';

/** Remembers that this page was looked at, for the palette. */
export function RememberPage({ kind, href, name, detail }: ViewedPage) {
  useEffect(() => viewedPages.remember({ kind, href, name, detail }), [kind, href, name, detail]);
  return null;
}
