import type { reads } from '#server/reads.ts';

type Reads = typeof reads;
type Params<Name extends keyof Reads> = Parameters<Reads[Name]>[1];
export type Answer<Name extends keyof Reads> = Awaited<ReturnType<Reads[Name]>>;

/** An answer is shown again for this long, unless an action or a live update invalidates it. */
const FRESH_MS = 10_000;
const ANSWER_COUNT_MAX = 50;

const answers = new Map<string, { atMs: number; answer: unknown }>();
/** Changes with each invalidation: an answer requested before it is not cached. */
let generation = 0;

/**
 * Reads data for a part of the page, in its organization, or with `null` in the one that the page's URL names. Reads run at the same time as each other and as actions. Aborting `signal` ends the
 * request. Rejects if the server does not answer or refuses.
 */
export async function read<Name extends keyof Reads>(
  name: Name,
  organizationId: number | null,
  params: Params<Name>,
  signal?: AbortSignal,
): Promise<Answer<Name>> {
  const search = new URLSearchParams({ params: JSON.stringify(params) });
  if (organizationId === null) search.set('page', location.pathname + location.search);
  else search.set('organization', String(organizationId));
  const url = `/read/${name}?${search}`;
  const cached = answers.get(url);
  if (cached && performance.now() - cached.atMs < FRESH_MS) return cached.answer as Answer<Name>;
  const requested = generation;
  const response = await fetch(url, signal ? { signal } : {});
  if (!response.ok) throw new Error(`${name}: ${response.status} ${await response.text()}`);
  const answer = (await response.json()) as Answer<Name>;
  if (requested === generation) remember(url, answer);
  return answer;
}

/** After an action or a live update, all data is read again. */
export function invalidateReads(): void {
  generation += 1;
  answers.clear();
}

function remember(url: string, answer: unknown): void {
  answers.delete(url);
  answers.set(url, { atMs: performance.now(), answer });
  const [oldest] = answers.keys();
  if (answers.size > ANSWER_COUNT_MAX && oldest !== undefined) answers.delete(oldest);
}
