import { limits } from '@seismo/protocol';
import type { ConfigurationName } from '#store/state/contract.ts';
import { pageClock } from '#platform/page-scope.ts';
import type { Viewer } from '#domain/permissions/viewer.ts';
import * as all from './all.ts';
import type { Configured } from './configuration/views.ts';
import type { ServerQueryDeps } from './deps.ts';
import {
  heavyNames,
  runHere,
  type HeavyAnswer,
  type HeavyArgs,
  type HeavyName,
  temporaryFileQueries,
  type RunHeavy,
} from './heavy.ts';
import { pacedStream } from './paced-stream.ts';
import { sharedReads } from './shared-reads.ts';
import { createSlots } from './slots.ts';

type Bound<Query> = Query extends (deps: never, ...args: infer Args) => infer Answer
  ? (...args: Args) => Answer
  : never;
type BoundQueries = { [Name in keyof typeof all]: Bound<(typeof all)[Name]> };
/** `left` stops the query once the client is gone. */
type BoundHeavy = {
  [Name in HeavyName]: (...args: [...HeavyArgs<Name>, left?: AbortSignal]) => Promise<HeavyAnswer<Name>>;
};

export interface Queries extends Omit<BoundQueries, 'configuration'>, BoundHeavy {
  /** Spelled out, because inference drops the type parameter. */
  configuration<Name extends ConfigurationName>(viewer: Viewer, slug: string, name: Name): Promise<Configured<Name>>;
}

export function bindQueries(given: ServerQueryDeps, runHeavy: RunHeavy = runHere(given)): Queries {
  const deps = { ...given, state: sharedReads(given.state), clock: pageClock(given.clock) };
  const acquireDownload = createSlots({
    countMax: limits.DOWNLOAD_COUNT_MAX,
    perUserCountMax: limits.DOWNLOAD_PER_USER_COUNT_MAX,
    waitingCountMax: 0,
    refusal: 'Too many downloads are in progress. Try again when one has finished.',
  });
  async function download<T>(viewer: Viewer, begin: (release: () => void) => Promise<T>): Promise<T> {
    const release = await acquireDownload(viewer.userId);
    try {
      return await begin(release);
    } catch (error) {
      release();
      throw error;
    }
  }
  const bound: Record<string, (...args: never[]) => unknown> = {};
  for (const [name, query] of Object.entries<(deps: ServerQueryDeps, ...args: never[]) => unknown>(all)) {
    bound[name] = (...args) => query(deps, ...args);
  }
  for (const name of heavyNames) {
    bound[name] = async (...args: unknown[]) => {
      const left = args.at(-1) instanceof AbortSignal ? (args.pop() as AbortSignal) : undefined;
      if (name in temporaryFileQueries) deps.space.requireRoom();
      return runHeavy(name, args as unknown as HeavyArgs<typeof name>, left);
    };
  }
  return {
    ...(bound as unknown as Queries),
    attachment: (viewer, ...which) =>
      download(viewer, async (release) => {
        const found = await all.attachment(deps, viewer, ...which);
        return { ...found, body: pacedStream(found.body, release) };
      }),
    releaseFileBody: (viewer, ...which) =>
      download(viewer, async (release) => pacedStream(await all.releaseFileBody(deps, viewer, ...which), release)),
  };
}
