import { expect, test } from 'vitest';
import { testPath } from '../../../testing/cleanup.ts';
import { seedProject } from '../projects/seeds.ts';
import { openSqliteState } from '../engines/sqlite/open.ts';
import { bundle, debugId, file } from './seeds.ts';

test('a file is found among fifty thousand without looking through them', { timeout: 60_000 }, async () => {
  const state = await openSqliteState(testPath('state.sqlite'));
  const project = await seedProject(state);
  const hex = (number: number, digits: number) => number.toString(16).padStart(digits, '0');
  await state.write(async (tx) => {
    for (let upload = 0; upload < 50; upload++) {
      const files = Array.from({ length: 1_000 }, (_, index) =>
        file(`~/${index}.js`, { debugId: `${hex(upload, 8)}-1111-2222-3333-${hex(index, 12)}` as typeof wanted }),
      );
      const uses = [{ projectId: project.projectId, release: `${upload}`, dist: '', uploadedAtMs: upload }];
      await tx.addBundle({ ...bundle(project, ''), checksum: hex(upload, 40), files, uses });
    }
    await tx.addBundle(bundle(project, 'f', { files: [file('~/only.js', { debugId: wanted })] }));
  });
  const before = process.cpuUsage();
  for (let look = 0; look < 100; look++) {
    expect(await state.artifactsByDebugIds(project.projectId, [wanted])).toHaveLength(1);
    expect(await state.artifactsByUrls(project.projectId, ['~/only.js'], 9)).toHaveLength(1);
    expect(await state.artifactsByUrls(project.projectId, ['~/7.js'], 9, '9')).toHaveLength(1);
  }
  const { user, system } = process.cpuUsage(before);
  expect((user + system) / 1000 / 300).toBeLessThan(5);
  await state.close();
});

const wanted = debugId('f');
