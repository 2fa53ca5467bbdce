import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import type { Telemetry } from './contract.ts';
import { openDuckdbTelemetry } from './engines/duckdb/open.ts';
import { openMemoryTelemetry } from './engines/memory/open.ts';
import { connectTelemetry, openThreadedTelemetry } from './open-threaded.ts';
import { telemetryConformance } from './telemetry.conformance.ts';

const undo: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step();
});

async function temporaryPath(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'seismo-telemetry-'));
  undo.push(() => rm(folder, { recursive: true }));
  return join(folder, "it's.duckdb");
}

function closedAfter<Store extends Telemetry>(store: Store): Store {
  undo.push(() => store.close());
  return store;
}

const engines: Record<string, () => Promise<Telemetry>> = {
  memory: async () => openMemoryTelemetry(),
  DuckDB: async () => closedAfter(await openDuckdbTelemetry(await temporaryPath())),
  // As other threads use it; a thread's owner talks to it by a port, too.
  'a port to DuckDB in a thread': async () => {
    const owner = closedAfter(await openThreadedTelemetry(await temporaryPath()));
    return closedAfter(connectTelemetry(owner.port()));
  },
};

for (const [engine, open] of Object.entries(engines)) {
  describe(`telemetry in ${engine}`, () => {
    for (const [promise, check] of Object.entries(telemetryConformance)) test(promise, () => check(open));
  });
}

const openers = { 'in this thread': openDuckdbTelemetry, 'in a thread': openThreadedTelemetry };

for (const [first, open] of Object.entries(openers)) {
  for (const [second, openAgain] of Object.entries(openers)) {
    test(`a store that is open ${first} cannot be opened ${second} until it is closed`, async () => {
      const path = await temporaryPath();
      const telemetry = await open(path);
      await expect(openAgain(path)).rejects.toThrow(/this process has it open already/);
      await telemetry.close();
      closedAfter<Telemetry>(await openAgain(path));
    });
  }
}

test.each(Object.entries(openers))('a path that could not be opened %s may be tried again', async (_where, open) => {
  const path = join(await temporaryPath(), 'there is no such folder');
  await expect(open(path)).rejects.toThrow(/cannot be opened/);
  await expect(open(path)).rejects.not.toThrow(/already/);
});
