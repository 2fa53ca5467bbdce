'use client';

import { useEffect } from 'react';
import { viewedPages, type ViewedPage } from './viewed.ts';

/** Adds this page to the recent pages of the palette. */
export function RememberPage({ kind, href, name, detail }: ViewedPage) {
  useEffect(() => viewedPages.remember({ kind, href, name, detail }), [kind, href, name, detail]);
  return null;
}
