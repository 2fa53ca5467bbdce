import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { testPath } from '../../../../testing/cleanup.ts';
import { batch, event, eventCountOf, session } from '../../sample-rows.ts';
import { openDuckdbTelemetry } from './open.ts';
import { openReopeningTelemetry } from './reopening.ts';

/** Of these, DuckDB 1.5 commits the first few large batches; then it finds no memory and leaves columns behind that are broken. */
const MEMORY_BYTES_MAX = 12 * 1024 * 1024;
const SESSION_COUNT = 5_000;

const path = () => testPath('t.duckdb');

const small = () => openDuckdbTelemetry(path(), { memoryBytesMax: MEMORY_BYTES_MAX, threads: 1 });

function large(sequence: number) {
  const sessions = Array.from({ length: SESSION_COUNT }, (_, n) =>
    session(String(sequence * SESSION_COUNT + n).padStart(32, '0'), { userKey: `id:${String(n).padStart(36, '0')}` }),
  );
  return batch(sequence, { events: [event(sequence)], sessions });
}

/** Appends until DuckDB finds no memory; resolves with how many batches are there. */
async function fill(telemetry: Pick<Awaited<ReturnType<typeof small>>, 'append'>): Promise<number> {
  for (let sequence = 1; ; sequence += 1) {
    const error = await telemetry.append(large(sequence)).then(
      () => null,
      (thrown: Error) => thrown,
    );
    if (!error) continue;
    expect(error.message).toMatch(/Failed to commit/);
    return sequence - 1;
  }
}

test('a commit without memory breaks the store; it reopens and continues with the committed data', async () => {
  const reasons: string[] = [];
  const telemetry = await openReopeningTelemetry(small, {
    reopened: (reason) => reasons.push(reason),
    lost: (error) => expect.unreachable(String(error)),
  });
  const filled = await fill(telemetry);
  // New queries wait for the store to open.
  expect(await Promise.all([eventCountOf(telemetry), telemetry.space()])).toEqual([
    filled,
    { bytes: expect.any(Number), freeBytes: expect.any(Number), checkpointBytes: expect.any(Number), spanBytes: 0 },
  ]);
  expect(reasons).toEqual([expect.stringMatching(/Failed to commit/)]);
  await telemetry.truncateAfter(filled);
  await telemetry.append(batch(filled + 1, { events: [event(filled + 1)] }));
  await telemetry.close();
  const again = await openDuckdbTelemetry(path());
  expect(await eventCountOf(again)).toBe(filled + 1);
  await again.close();
});

test('an invalid batch does not reopen the store', async () => {
  const telemetry = await openReopeningTelemetry(small, {
    reopened: () => expect.unreachable(),
    lost: () => expect.unreachable(),
  });
  const wrong = { ...event(1), issueId: 'not a number' as never };
  await expect(telemetry.append(batch(1, { events: [wrong] }))).rejects.toThrow(/not a number/);
  await telemetry.append(batch(1, { events: [event(1)] }));
  expect(await eventCountOf(telemetry)).toBe(1);
  await telemetry.close();
});

test('a process whose store cannot be reopened exits with the reason', async () => {
  const script = `
    import { writeFile } from 'node:fs/promises';
    import { openThreadedTelemetry } from ${JSON.stringify(new URL('../../open-threaded.ts', import.meta.url).href)};
    import { batch, event } from ${JSON.stringify(new URL('../../sample-rows.ts', import.meta.url).href)};
    const telemetry = await openThreadedTelemetry(${JSON.stringify(path())});
    await writeFile(${JSON.stringify(path())}, 'not a database '.repeat(1000));
    await telemetry.append(batch(1, { events: [event(1)] })).catch((error) => console.log('refused'));
    setInterval(() => {}, 1000);`;
  // In a file, because threads take over how the process was started.
  const program = testPath('append.mjs');
  await writeFile(program, script);
  const child = spawn(process.execPath, [program], {
    env: { ...process.env, FAIL_CHECKPOINTS: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text));
  const [code] = await once(child, 'close');
  expect(output).toMatch(/^refused$/m);
  expect(output).toMatch(/The telemetry store .* cannot be opened: .*Keep the file, and restore /);
  expect(code).toBe(1);
});
