import { parentPort, workerData, type MessagePort } from 'node:worker_threads';
import { serve } from '#platform/threads/port.ts';
import { openDuckdbTelemetry, type MigrationWatch } from './engines/duckdb/open.ts';
import { openReopeningTelemetry } from './engines/duckdb/reopening.ts';
import type { TelemetryIdentity } from './contract.ts';
import type { FromTelemetryThread, TelemetryThreadData, TelemetryThreadFunctions } from './open-threaded.ts';
import { packRows } from './packed-rows.ts';
import { unpackBatch } from './packed-batch.ts';

/** The entry of the one thread that owns the DuckDB instance. Ports to it may query and append. */
const { path, options, servesWhileMigrating, ownerPort } = workerData as TelemetryThreadData;
const post = (message: FromTelemetryThread) => parentPort?.postMessage(message);
// Only at the start: `pipeline/match-stores.ts` counts the rows that a cut loses.
let cutDamagedLog = true;
/** The owner waits for the first message, and a store that does not record its identity yet migrates before it. */
let isOpen = false;
/** Of a store that migrates. */
let identity: TelemetryIdentity | null = null;
const stopping = new AbortController();
const migrates = Promise.withResolvers<void>();
const migration: MigrationWatch = {
  began: (of) => {
    identity = of;
    migrates.resolve();
  },
  progress: (progress) => {
    if (isOpen) post({ kind: 'migrating', migration: progress });
  },
  signal: stopping.signal,
};
const open = () => {
  const opened = openDuckdbTelemetry(path, {
    ...options,
    cutDamagedLog,
    ...(servesWhileMigrating && { migration }),
  });
  cutDamagedLog = false;
  return opened;
};
const opening = openReopeningTelemetry(open, {
  reopened: (reason) => post({ kind: 'reopened', reason }),
  // Ends the thread, and with it the process: the supervisor of the process starts it again.
  lost: (error) =>
    setImmediate(() => {
      throw error;
    }),
});
await Promise.race([opening, migrates.promise]);

/** Waits for the end of a migration, or fails as it does. */
const opened = <T>(use: (telemetry: Awaited<typeof opening>) => Promise<T>): Promise<T> => opening.then(use);
const functions: TelemetryThreadFunctions = {
  append: (batch) => opened((telemetry) => telemetry.append(unpackBatch(batch))),
  truncateAfter: (sequence) => opened((telemetry) => telemetry.truncateAfter(sequence)),
  query: async (name, params) => packRows(await opened((telemetry) => telemetry.query(name, params))),
  identity: async () => identity ?? opened((telemetry) => telemetry.identity()),
  async adopt(storeId, appliedSequence) {
    if (identity?.storeId === storeId && identity.appliedSequence >= appliedSequence) return;
    await opened((telemetry) => telemetry.adopt(storeId, appliedSequence));
  },
  writeSpanFile: (of) => opened((telemetry) => telemetry.writeSpanFile(of)),
  commitSpanFile: (file) => opened((telemetry) => telemetry.commitSpanFile(file)),
  decideTraces: (of) => opened((telemetry) => telemetry.decideTraces(of)),
  unreadableSpans: () => opened((telemetry) => telemetry.unreadableSpans()),
  space: () => opened((telemetry) => telemetry.space()),
  reclaim: () => opened((telemetry) => telemetry.reclaim()),
  changedSince: (change) => opened((telemetry) => telemetry.changedSince(change)),
  addMark: () => opened((telemetry) => telemetry.addMark()),
  hasMark: (mark) => opened((telemetry) => telemetry.hasMark(mark)),
  writeSegments: (table, span) => opened((telemetry) => telemetry.writeSegments(table, span)),
  readSegment: (table, file) => opened((telemetry) => telemetry.readSegment(table, file)),
  linkSpanFiles: () => opened((telemetry) => telemetry.linkSpanFiles()),
  checksum: (table, span) => opened((telemetry) => telemetry.checksum(table, span)),
};

parentPort?.on('message', (port: MessagePort) => serve(port, { ...functions }));
serve(ownerPort, {
  ...functions,
  close: () => {
    stopping.abort();
    return opening.then(
      (telemetry) => telemetry.close(),
      () => {},
    );
  },
});
isOpen = true;
post({ kind: 'open', migration: identity && { step: 'copy', done: 0 } });
await opening.then(
  () => {
    if (identity !== null) post({ kind: 'migration-ended', failure: null });
    identity = null;
  },
  (error: Error) => {
    if (!stopping.signal.aborted) post({ kind: 'migration-ended', failure: error.message });
  },
);
