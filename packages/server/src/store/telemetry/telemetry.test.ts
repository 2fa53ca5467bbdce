import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { closing, newFolder } from '../../testing/cleanup.ts';
import type { Telemetry } from './contract.ts';
import { openDuckdbTelemetry } from './engines/duckdb/open.ts';
import { openMemoryTelemetry } from './engines/memory/open.ts';
import { connectTelemetry, openThreadedTelemetry } from './open-threaded.ts';
import { withSpanFiles } from './sample-rows.ts';
import { telemetryConformance } from './telemetry.conformance.ts';

const temporaryPath = () => join(newFolder(), "it's.duckdb");

const engines: Record<string, () => Promise<Telemetry>> = {
  memory: async () => openMemoryTelemetry(),
  // As in production; the owner of the thread talks to it by a port, too.
  'a port to DuckDB in a thread': async () => {
    const owner = closing(await openThreadedTelemetry(temporaryPath()));
    return closing(connectTelemetry(owner.port()));
  },
  'DuckDB, with its spans in files': async () => withSpanFiles(closing(await openDuckdbTelemetry(temporaryPath()))),
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
      const path = temporaryPath();
      const telemetry = await open(path);
      await expect(openAgain(path)).rejects.toThrow(/this process has it open already/);
      await telemetry.close();
      closing(await openAgain(path));
    });
  }
}

test.each(Object.entries(openers))('a path that could not be opened %s may be tried again', async (_where, open) => {
  const path = join(temporaryPath(), 'there is no such folder');
  await expect(open(path)).rejects.toThrow(/cannot be opened/);
  await expect(open(path)).rejects.not.toThrow(/already/);
});
