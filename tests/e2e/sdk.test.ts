import { afterAll, expect, test } from 'vitest';
import { startServer } from './running-server.ts';
import { reportedIssues } from './sdk/reported.ts';
import { scenarios } from './sdk/scenarios.ts';

const server = await startServer();

afterAll(() => server[Symbol.asyncDispose]());

for (const { name, platform, run, expected } of scenarios) {
  test(`${name}: reports of a real client are shown completely`, { timeout: 240_000 }, async () => {
    const project = await server.createProject(name, platform);
    await run({ dsn: project.dsn });
    const byTitle = expected.toSorted((one, other) => one.title.localeCompare(other.title));
    await expect
      .poll(
        async () =>
          (await reportedIssues(server, name, expected)).toSorted((one, other) => one.title.localeCompare(other.title)),
        { interval: 250 },
      )
      .toEqual(byTitle);
  });
}
