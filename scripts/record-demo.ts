/**
 * Records the reports of the demo: real failures of the small shop in scripts/record-demo/, built by Vite and reported by
 * real SDKs, with source maps uploaded by sentry-cli. A production install has none of these tools, so the recordings are
 * committed. Run: node scripts/pinned.mjs scripts/record-demo.ts
 */
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { recordFeedback } from './record-demo/record-feedback.ts';
import { recordNode } from './record-demo/record-node.ts';
import { recordTraces } from './record-demo/record-traces.ts';
import { recordWeb } from './record-demo/record-web.ts';
import { addVisits } from './record-demo/visit.ts';

const demo = join(import.meta.dirname, '../packages/main/demo');
const target = await emptied('envelopes');
const maps = await emptied('source-maps');
const late = await emptied('late-upload');

const web = await recordWeb();
await writeFile(join(maps, 'shop-web.zip'), web.uploaded);
for (const { name, body } of web.notUploaded) await writeFile(join(late, name), body);

const visits = [...(await recordNode()), ...web.visits, ...(await recordTraces())];
await addVisits(target, visits);
await recordFeedback(target);

async function emptied(name: string): Promise<string> {
  const folder = join(demo, name);
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  return folder;
}
