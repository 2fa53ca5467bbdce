import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { testPath } from '../../../server/src/testing/cleanup.ts';
import { program } from '../testing/program.ts';
import { addShop, startIn } from '../testing/start.ts';

test('"end-user" finds, exports and deletes beside the running server', { timeout: 60_000 }, async () => {
  const dataDir = testPath('data');
  const server = await startIn(dataDir);
  onTestFinished(() => server.close());
  const { path } = await addShop(server);
  const { port } = new URL(server.url);
  const seismo = (...args: string[]) =>
    promisify(execFile)(process.execPath, [program, ...args], {
      env: { ...process.env, SEISMO_DATA_DIR: dataDir, PORT: port },
    });

  for (const [digit, user] of Object.entries({ a: { id: '7', email: 'ada@example.com' }, b: { id: '8' } })) {
    const body = `{"event_id":"${digit.repeat(32)}"}\n{"type":"event"}\n${JSON.stringify({ message: 'Hi', user })}`;
    expect((await fetch(`${server.url}${path}`, { method: 'POST', body })).status).toBe(200);
  }
  const found = async () => JSON.parse((await seismo('end-user', 'find', '--id', '7', '--json')).stdout) as object;
  await expect.poll(found, { timeout: 30_000 }).toMatchObject({
    projects: [{ project: { slug: 'shop' }, events: { count: 1 } }],
    related: [{ kind: 'email', value: 'ada@example.com', events: 1 }],
    deadLetters: [],
  });

  const exported = (await seismo('end-user', 'export', '--email', 'ada@example.com')).stdout.trimEnd().split('\n');
  expect(exported.map((line) => JSON.parse(line) as object)).toMatchObject([
    { kind: 'event', project: 'shop', data: { user: { id: '7' } } },
  ]);

  await expect(seismo('end-user', 'delete', '--id', '7')).rejects.toMatchObject({
    code: 2,
    stderr: expect.stringContaining('add --yes'),
  });
  const { stdout } = await seismo('end-user', 'delete', '--id', '7', '--yes');
  expect(stdout).toMatch(
    /^shop \(deletion \d+\): events 1, issueUsers 1$[^]*^Copies and backups made before .* still contain/m,
  );
  expect(await found()).toMatchObject({ projects: [], searchedProjects: expect.any(Number) });
  expect((await seismo('end-user', 'find', '--id', '8')).stdout).toContain('events       1');
  // The token of each call is gone.
  const owner = (await server.state.userByEmail('ann@example.com'))!;
  expect(await server.state.listApiTokens(owner.id)).toEqual([]);
});

test('"end-user" tells what is missing', async () => {
  const env = { ...process.env, SEISMO_DATA_DIR: testPath('data') };
  const run = (...args: string[]) => promisify(execFile)(process.execPath, [program, ...args], { env });
  await expect(run('end-user', 'find')).rejects.toMatchObject({ code: 2, stderr: expect.stringContaining('--email') });
  await expect(run('end-user', 'find', '--id', '7')).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining('no owner yet'),
  });
});
