import { parentPort, workerData, type MessagePort } from 'node:worker_threads';
import { serve } from '#platform/threads/port.ts';
import { openDuckdbTelemetry } from './engines/duckdb/open.ts';
import { openReopeningTelemetry } from './engines/duckdb/reopening.ts';
import type { FromTelemetryThread, TelemetryThreadData, TelemetryThreadFunctions } from './open-threaded.ts';
import { packRows } from './packed-rows.ts';
import { unpackBatch } from './packed-batch.ts';

/** The entry of the one thread that owns the DuckDB instance. Ports to it may query and append. */
const { path, options, ownerPort } = workerData as TelemetryThreadData;
const post = (message: FromTelemetryThread) => parentPort?.postMessage(message);
// Only at the start: `pipeline/match-stores.ts` counts the rows that a cut loses.
let cutDamagedLog = true;
const open = () => {
  const opened = openDuckdbTelemetry(path, { ...options, cutDamagedLog });
  cutDamagedLog = false;
  return opened;
};
const telemetry = await openReopeningTelemetry(open, {
  reopened: (reason) => post({ kind: 'reopened', reason }),
  // Ends the thread, and with it the process: the supervisor of the process starts it again.
  lost: (error) =>
    setImmediate(() => {
      throw error;
    }),
});

const functions: TelemetryThreadFunctions = {
  append: (batch) => telemetry.append(unpackBatch(batch)),
  truncateAfter: (sequence) => telemetry.truncateAfter(sequence),
  query: async (name, params) => packRows(await telemetry.query(name, params)),
  identity: () => telemetry.identity(),
  adopt: (storeId, appliedSequence) => telemetry.adopt(storeId, appliedSequence),
  space: () => telemetry.space(),
  reclaim: () => telemetry.reclaim(),
  changedSince: (change) => telemetry.changedSince(change),
  writeSegments: (table, span) => telemetry.writeSegments(table, span),
  readSegment: (table, file) => telemetry.readSegment(table, file),
  checksum: (table, span) => telemetry.checksum(table, span),
};

parentPort?.on('message', (port: MessagePort) => serve(port, { ...functions }));
serve(ownerPort, { ...functions, close: () => telemetry.close() });
post({ kind: 'open' });
