import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { hasPostgres, startPostgres } from '../../packages/server/src/testing/postgres.ts';
import { startMailServer } from '../e2e/mail-server.ts';
import { newDataDir } from './new-data-dir.ts';
import { drained, startServerProcess as start } from './server-process.ts';

/** With how many messages arrive: SMTP cannot tell whether one arrived already. */
const failPoints = [
  ['alerts:decided', 1],
  ['alerts:queued', 1],
  ['delivery:begun', 1],
  ['delivery:sent', 2],
] as const;
const engines = hasPostgres ? ['SQLite', 'PostgreSQL'] : ['SQLite'];
const cases = engines.flatMap((engine) => failPoints.map(([failAt, count]) => [failAt, engine, count] as const));

test.for(cases)('a server that is killed at %s loses no message, on %s', async ([failAt, engine, count]) => {
  await using mailServer = await startMailServer();
  const { settings, mails } = mailServer;
  const folder = await mkdtemp(join(tmpdir(), 'seismo-alerts-'));
  const postgres = engine === 'PostgreSQL' ? startPostgres() : null;
  const stateUrl = postgres?.createStore() ?? null;
  const { dataDir, state, send } = await newDataDir(folder, stateUrl);
  onTestFinished(async () => {
    await state.close();
    postgres?.stop();
    await rm(folder, { recursive: true });
  });

  const killed = await start(dataDir, { stateUrl, settings, failAt });
  expect((await send(killed.url)).status).toBe(200);
  await killed.gone;
  expect(killed.child.signalCode).toBe('SIGKILL');
  expect(mails).toHaveLength(count - 1);

  const restarted = await start(dataDir, { stateUrl, settings });
  await expect.poll(() => mails.length, { timeout: 10_000 }).toBe(count);
  const messageIds = mails.map(({ headers }) => /^Message-ID: (.*)$/m.exec(headers)![1]);
  expect(new Set(messageIds).size).toBe(1);
  const id = Number(/<delivery-(\d+)/.exec(messageIds[0]!)![1]);
  await drained(restarted.url);
  // Nothing is left to send.
  await expect.poll(() => state.nextDeliveryAtMs()).toBeNull();
  expect((await state.outboxReaders()).find(({ name }) => name === 'alerts')).toMatchObject({ behind: 0 });
  await restarted.stop();
  expect(mails).toHaveLength(count);
  expect(await state.delivery(id)).toMatchObject({ status: 'sent' });
});
