import { cache } from 'react';
import type { RawParams } from '#features/issues/search-params.ts';
import { runtime } from '#server/runtime.ts';
import { runQuery } from '#server/viewer.ts';
import { readCompared, readReleaseShown } from './search-params.ts';

/** Where a page of a release gets what it shows from. */
export interface ReleasePlace {
  version: Promise<string>;
  search: Promise<RawParams>;
}

// Each is asked once per request, by all the parts of the page that need it.

const readRelease = cache(async (version: string, environments: string, health: boolean) =>
  runQuery((viewer) => runtime().query.release(viewer, version, { environments: JSON.parse(environments), health })),
);

export async function readPlace({ version: given, search }: ReleasePlace) {
  const [version, params] = await Promise.all([given, search]);
  const shown = readReleaseShown(params);
  return { version, shown, release: await readRelease(version, JSON.stringify(shown.environments), false) };
}

/** Counts sessions and people, which the rest of the page neither needs nor waits for. */
export async function readHealth(place: ReleasePlace) {
  const [version, params] = await Promise.all([place.version, place.search]);
  const { environments } = readReleaseShown(params);
  return (await readRelease(version, JSON.stringify(environments), true)).health;
}

const readIssues = cache((version: string, rest: string) =>
  runQuery((viewer) => runtime().query.releaseIssues(viewer, version, JSON.parse(rest))),
);

export async function readReleaseIssues(place: ReleasePlace) {
  const { version, shown } = await readPlace(place);
  const { environments, issues: kind, cursor } = shown;
  return readIssues(version, JSON.stringify({ kind, environments, cursor, count: 25 }));
}

// Each part of a comparison is asked by itself: what cannot be counted takes nothing from the others.

const readFigures = cache((base: string, head: string, environments: string) =>
  runQuery((viewer) =>
    runtime().query.releaseComparison(viewer, base, head, { environments: JSON.parse(environments) }),
  ),
);

/** `null` as long as only one of the two is chosen. */
export async function readComparedFigures({ version, search }: ReleasePlace) {
  const { base, head, environments } = readCompared(await version, await search);
  return head === '' ? null : readFigures(base, head, JSON.stringify(environments));
}
