// `npm run snapshots`: takes the pictures of all views anew. Look at each that changed before it is committed.
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { keptFolder, keptOf, keptPicture } from './kept.ts';
import { pack } from './picture.ts';
import { openStudio, sittings } from './studio.ts';
import { views } from './views.ts';

await using studio = await openStudio();
await rm(keptFolder, { recursive: true, force: true });
await mkdir(keptFolder, { recursive: true });
for (const view of views) {
  const page = await studio.open(view);
  for await (const { name, shoot } of sittings(view, page)) {
    await writeFile(keptPicture(name), await pack(await shoot()));
  }
  process.stdout.write(`${view.name}\n`);
}
await writeFile(keptOf, `${studio.chromium}\n`);
