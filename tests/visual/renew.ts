// `npm run snapshots`: replaces the snapshots of all views. Check each changed image before you commit it.
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { snapshotFolder, chromiumFile, snapshotPath } from './snapshot-files.ts';
import { pack } from './picture.ts';
import { openFixture, shots } from './fixture.ts';
import { views } from './views.ts';

await using fixture = await openFixture();
await rm(snapshotFolder, { recursive: true, force: true });
await mkdir(snapshotFolder, { recursive: true });
for (const view of views) {
  const page = await fixture.open(view);
  for await (const { name, take } of shots(view, page)) {
    await writeFile(snapshotPath(name), await pack(await take()));
  }
  process.stdout.write(`${view.name}\n`);
}
await writeFile(chromiumFile, `${fixture.chromium}\n`);
