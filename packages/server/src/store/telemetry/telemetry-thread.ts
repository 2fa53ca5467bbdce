import { parentPort, workerData, type MessagePort } from 'node:worker_threads';
import { serve } from '#platform/threads/port.ts';
import { openDuckdbTelemetry } from './engines/duckdb/open.ts';
import { openLastingTelemetry } from './engines/duckdb/open-lasting.ts';
import type { FromTelemetryThread, TelemetryThreadData, TelemetryThreadFunctions } from './open-threaded.ts';
import { packRows } from './packed-rows.ts';
import { unpackBatch } from './packed-batch.ts';

/** The entry of the one thread that owns the DuckDB instance. Whoever holds a port to it may ask and append. */
const { path, ownerPort } = workerData as TelemetryThreadData;
const say = (message: FromTelemetryThread) => parentPort?.postMessage(message);
// Only at the start: what a cut lost is counted there (`process/match-stores.ts`).
let cutDamagedLog = true;
const open = () => {
  const opened = openDuckdbTelemetry(path, { cutDamagedLog });
  cutDamagedLog = false;
  return opened;
};
const telemetry = await openLastingTelemetry(open, {
  reopened: (reason) => say({ kind: 'reopened', reason }),
  // Ends the thread, and with it the process: a server without its store is for whoever runs it to start again.
  lost: (error) =>
    setImmediate(() => {
      throw error;
    }),
});

const functions: TelemetryThreadFunctions = {
  append: (batch) => telemetry.append(unpackBatch(batch)),
  truncateAfter: (sequence) => telemetry.truncateAfter(sequence),
  ask: async (name, ask) => packRows(await telemetry.ask(name, ask)),
  identity: () => telemetry.identity(),
  adopt: (storeId, appliedSequence) => telemetry.adopt(storeId, appliedSequence),
  bytes: () => telemetry.bytes(),
};

parentPort?.on('message', (port: MessagePort) => serve(port, { ...functions }));
serve(ownerPort, { ...functions, close: () => telemetry.close() });
say({ kind: 'open' });
