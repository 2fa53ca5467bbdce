import { parentPort, workerData, type MessagePort, type Transferable } from 'node:worker_threads';
import { connectStores, type StoreLocations } from '#store/open.ts';
import { sharedClock } from '#platform/clock.ts';
import { Refusal, type RefusalCode } from '#platform/refusal.ts';
import type { QueryConfig } from './deps.ts';
import { runHere, type HeavyArgs, type HeavyName } from './heavy.ts';

/** One expensive query in its own thread, which the caller ends. */
export interface QueryThreadData {
  stores: StoreLocations;
  telemetryPort: MessagePort;
  /** Of a shared clock. */
  clock: SharedArrayBuffer;
  config: QueryConfig;
  name: HeavyName;
  /** The arguments of the query. */
  args: readonly unknown[];
}

export type FromQueryThread =
  | { kind: 'answered'; answer: unknown }
  | { kind: 'refused'; code: RefusalCode; message: string; fields: Readonly<Record<string, string>> };

const { stores, telemetryPort, clock, config, name, args } = workerData as QueryThreadData;
const post = (message: FromQueryThread, moved: Transferable[] = []) => parentPort!.postMessage(message, moved);

const deps = {
  ...(await connectStores(stores, telemetryPort)),
  clock: sharedClock(clock),
  touchLastUsed: () => {},
  config,
};
const run = runHere(deps);
try {
  const answer = await run(name, args as HeavyArgs<typeof name>);
  // A stream that is moved is read from the other side no faster than there.
  post({ kind: 'answered', answer }, 'body' in answer ? [answer.body as Transferable] : []);
} catch (error) {
  if (!(error instanceof Refusal)) throw error;
  post({ kind: 'refused', code: error.code, message: error.message, fields: error.fields });
}
// Until the caller ends this thread.
parentPort!.ref();
