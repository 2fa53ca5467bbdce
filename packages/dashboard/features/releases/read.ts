import { cache } from 'react';
import { runtime } from '#server/runtime.ts';
import { ask } from '#server/viewer.ts';

/** Asked once per request, by the head and by the parts below it. */
export const readRelease = cache((version: string) => ask((viewer) => runtime().query.release(viewer, version)));
