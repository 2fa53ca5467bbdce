import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { ProjectId } from '@seismo/protocol';
import { expect, onTestFinished, test, vi } from 'vitest';
import { testPath } from '../../../server/src/testing/cleanup.ts';
import { program } from '../testing/program.ts';
import { addShop, startIn } from '../testing/start.ts';

vi.setConfig({ testTimeout: 60_000 });

async function seismo(...args: string[]): Promise<string> {
  const env = { ...process.env, SEISMO_DATA_DIR: testPath('data') };
  const run = promisify(execFile)(process.execPath, [program, ...args], { env });
  return (await run).stdout;
}

test('dead letters are listed, read as text and replayed beside the running server, and that is audited', async () => {
  const server = await startIn(testPath('data'));
  onTestFinished(() => server.close());
  const { id: projectId, viewer } = await addShop(server);
  const add = async (sequence: number, reason: 'error' | 'crash', body: string) => {
    const entry = {
      kind: 'envelope' as const,
      projectId,
      keyId: 0,
      receivedAtMs: Date.now(),
      clientAddress: null,
      userAgent: null,
      body: Buffer.from(body),
      limitedCategories: [],
      replayOf: null,
    };
    const failure = { itemKind: 'event', reason, detail: 'Error: \u001b[31mboom', tries: 3, failedAtMs: 2 };
    await server.journal.addDeadLetter({ sequence, part: 0, projectId, ...failure, entry });
  };
  const event = (id: string) => `{"event_id":"${id.repeat(32)}"}\n{"type":"event"}\n{"message":"<b>hi</b>"}`;
  await add(101, 'crash', 'no envelope \u001b]0;x\u0007at all');
  await add(102, 'error', event('a'));
  await add(103, 'error', event('b'));

  const { deadLetters } = JSON.parse(await seismo('dead-letters', 'list', '--json')) as {
    deadLetters: { id: number; reason: string }[];
  };
  expect(deadLetters.map(({ reason }) => reason)).toEqual(['error', 'error', 'crash']);
  const listed = await seismo('dead-letters', 'list', 'shop');
  expect(listed.split('\n')[0]).toMatch(/^shop \d+ {2}event, \d+ bytes, error at 1970-.*: Error: boom$/);
  const shown = await seismo('dead-letters', 'show', 'shop', String(deadLetters[0]!.id));
  expect(shown).toContain('{"event_id":"bbbb');
  expect(shown).toContain('<b>hi</b>');
  const crashed = await seismo('dead-letters', 'show', 'shop', String(deadLetters[2]!.id));
  expect(crashed).toContain('no envelope at all');
  expect((shown + crashed).includes('\u001b')).toBe(false);

  expect(await seismo('dead-letters', 'replay', 'shop', '--reason', 'error')).toBe('Replayed 2 items.\n');
  const events = async () => (await server.runtime.query.eventsOfProject(viewer, 'shop', everything)).events;
  await expect.poll(async () => (await events()).length, { timeout: 20_000 }).toBe(2);
  expect((await server.journal.listDeadLetters(projectId as ProjectId, 10)).map(({ reason }) => reason)).toEqual([
    'crash',
  ]);
  await expect(seismo('dead-letters', 'replay', 'shop', '999')).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining('Dead letter not found'),
  });
  await expect(seismo('dead-letters', 'replay', 'shop')).rejects.toMatchObject({ code: 2 });

  const { entries } = await server.runtime.query.auditLog(viewer, 'main', {
    userId: null,
    action: null,
    cursor: null,
    count: 20,
  });
  expect(
    entries.filter(({ action }) => action.startsWith('dead-letter')).map(({ action, detail }) => `${action} ${detail}`),
  ).toEqual([
    'dead-letter-replay 2 items',
    `dead-letter-read event ${deadLetters[2]!.id}`,
    `dead-letter-read event ${deadLetters[0]!.id}`,
  ]);
});

const everything = { query: '', range: null, cursor: null, count: 10 };

test('without a running server the command says so', async () => {
  await expect(seismo('dead-letters', 'list')).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^No server is running on /),
  });
});
