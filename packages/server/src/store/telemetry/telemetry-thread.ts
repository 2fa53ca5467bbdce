import { parentPort, workerData, type MessagePort } from 'node:worker_threads';
import { serve } from '../../threads/port.ts';
import { openDuckdbTelemetry } from './duckdb/open.ts';
import type { TelemetryThreadData, TelemetryThreadFunctions } from './open-threaded.ts';
import { packRows } from './packed-rows.ts';
import { unpackBatch } from './packed-batch.ts';

/** The entry of the one thread that owns the DuckDB instance. Whoever holds a port to it may ask and append. */
const { path, ownerPort } = workerData as TelemetryThreadData;
const telemetry = await openDuckdbTelemetry(path);

const functions: TelemetryThreadFunctions = {
  append: (batch) => telemetry.append(unpackBatch(batch)),
  truncateAfter: (sequence) => telemetry.truncateAfter(sequence),
  ask: async (name, ask) => packRows(await telemetry.ask(name, ask)),
  bytes: () => telemetry.bytes(),
};

parentPort?.on('message', (port: MessagePort) => serve(port, { ...functions }));
serve(ownerPort, { ...functions, close: () => telemetry.close() });
parentPort?.postMessage('open');
