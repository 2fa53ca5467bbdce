import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, writeFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { testPath } from '../../../../testing/cleanup.ts';
import { batch, event, eventCountOf } from '../../sample-rows.ts';
import { openDuckdbTelemetry } from './open.ts';

/** A process that appends batch after batch until it is killed; resolves with the last sequence that it saw committed. */
async function appendUntilKilled(path: string, failAt: string): Promise<number> {
  const script = `
    import { openDuckdbTelemetry } from ${JSON.stringify(new URL('./open.ts', import.meta.url).href)};
    import { batch, event } from ${JSON.stringify(new URL('../../sample-rows.ts', import.meta.url).href)};
    const telemetry = await openDuckdbTelemetry(${JSON.stringify(path)});
    for (let sequence = 1; sequence < 1000; sequence += 1) {
      await telemetry.append(batch(sequence, { events: [event(sequence), event(sequence + 1000)] }));
      process.stdout.write(sequence + '\\n');
    }`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script], {
    env: { ...process.env, FAIL_AT: failAt },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.on('data', (text) => (output += text));
  const [, signal] = await once(child, 'close');
  expect(signal).toBe('SIGKILL');
  return Number(output.trimEnd().split('\n').at(-1));
}

test('a batch that was committed survives kill -9', async () => {
  const path = testPath('t.duckdb');
  expect(await appendUntilKilled(path, 'telemetry:after-commit:5')).toBe(4);
  const telemetry = await openDuckdbTelemetry(path);
  expect(await eventCountOf(telemetry)).toBe(10);
  await telemetry.close();
});

test('a batch that was not committed leaves nothing after kill -9', async () => {
  const path = testPath('t.duckdb');
  expect(await appendUntilKilled(path, 'telemetry:before-commit:5')).toBe(4);
  const telemetry = await openDuckdbTelemetry(path);
  expect(await eventCountOf(telemetry)).toBe(8);
  await telemetry.append(batch(5, { events: [event(5)] }));
  await telemetry.close();
  const again = await openDuckdbTelemetry(path);
  expect(await eventCountOf(again)).toBe(9);
  await again.close();
});

test('a closed store is one file: everything is in it, and no log remains', async () => {
  const path = testPath('t.duckdb');
  const telemetry = await openDuckdbTelemetry(path);
  await telemetry.append(batch(1, { events: [event(1)] }));
  await telemetry.close();
  await copyFile(path, testPath('copy.duckdb'));
  const copy = await openDuckdbTelemetry(testPath('copy.duckdb'));
  expect(await eventCountOf(copy)).toBe(1);
  await copy.close();
});

test('a file that is not a store is refused in one sentence with the next step', async () => {
  const path = testPath('t.duckdb');
  await writeFile(path, 'not a database '.repeat(1000));
  await expect(openDuckdbTelemetry(path)).rejects.toThrow(
    /^The telemetry store .* cannot be opened: .*Keep the file, and restore /,
  );
});

test('a store that another process has open is refused in one sentence', async () => {
  const path = testPath('t.duckdb');
  const telemetry = await openDuckdbTelemetry(path);
  const script = `
    import { openDuckdbTelemetry } from ${JSON.stringify(new URL('./open.ts', import.meta.url).href)};
    await openDuckdbTelemetry(${JSON.stringify(path)}).catch((error) => console.log(error.message));`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.on('data', (text) => (output += text));
  await once(child, 'close');
  expect(output).toMatch(/^Another server has \S+ open\. Stop it, /m);
  await telemetry.close();
});
