import { notFound } from 'next/navigation';
import { cache } from 'react';
import type { RawParams } from '#explorer/url-state.ts';
import { runtime } from '#server/runtime.ts';
import { runQuery } from '#server/viewer.ts';
import { readFeedbackFilter } from './search-params.ts';

/** Cached per request, because several parts of the page use them. */
export const readFeedbackList = cache(async (search: Promise<RawParams>) => {
  const filter = readFeedbackFilter(await search);
  return { filter, page: await runQuery((viewer) => runtime().query.listFeedback(viewer, filter)) };
});

export const readFeedback = cache((id: string) => {
  if (!/^\d{1,15}$/.test(id)) notFound();
  return runQuery((viewer) => runtime().query.feedback(viewer, Number(id)));
});
