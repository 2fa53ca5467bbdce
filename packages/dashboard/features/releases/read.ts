import { cache } from 'react';
import type { RawParams } from '#explorer/url-state.ts';
import { runtime } from '#server/runtime.ts';
import { runQuery } from '#server/viewer.ts';
import { readCompared, readReleaseUrlState } from './search-params.ts';

/** The parameters of a release page. */
export interface ReleaseProps {
  version: Promise<string>;
  search: Promise<RawParams>;
}

// Each is queried once per request for all parts of the page.

const readRelease = cache(async (version: string, environments: string, health: boolean) =>
  runQuery((viewer) => runtime().query.release(viewer, version, { environments: JSON.parse(environments), health })),
);

export async function readReleasePage({ version: given, search }: ReleaseProps) {
  const [version, params] = await Promise.all([given, search]);
  const urlState = readReleaseUrlState(params);
  return { version, urlState, release: await readRelease(version, JSON.stringify(urlState.environments), false) };
}

/** Counts sessions and users; separate, because the rest of the page need not wait for it. */
export async function readHealth(props: ReleaseProps) {
  const [version, params] = await Promise.all([props.version, props.search]);
  const { environments } = readReleaseUrlState(params);
  return (await readRelease(version, JSON.stringify(environments), true)).health;
}

const readIssues = cache((version: string, rest: string) =>
  runQuery((viewer) => runtime().query.releaseIssues(viewer, version, JSON.parse(rest))),
);

export async function readReleaseIssues(props: ReleaseProps) {
  const { version, urlState } = await readReleasePage(props);
  const { environments, issues: kind, cursor } = urlState;
  return readIssues(version, JSON.stringify({ kind, environments, cursor, count: 25 }));
}

// Each part is queried by itself: a failed count affects no other part.

const readComparison = cache((base: string, head: string, environments: string) =>
  runQuery((viewer) =>
    runtime().query.releaseComparison(viewer, base, head, { environments: JSON.parse(environments) }),
  ),
);

/** `null` while only one of the two is selected. */
export async function readComparedStats({ version, search }: ReleaseProps) {
  const { base, head, environments } = readCompared(await version, await search);
  return head === '' ? null : readComparison(base, head, JSON.stringify(environments));
}
