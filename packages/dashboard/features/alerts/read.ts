import { notFound } from 'next/navigation';
import { cache } from 'react';
import { runtime } from '#server/runtime.ts';
import { runQuery } from '#server/viewer.ts';

/** Cached per request, because several parts of the page use it. */
export const readEmailStatus = cache(() => runQuery((viewer) => runtime().query.emailStatus(viewer)));

export const readAlert = (id: string) => {
  if (!/^\d{1,15}$/.test(id)) notFound();
  return runQuery((viewer) => runtime().query.alert(viewer, Number(id)));
};
