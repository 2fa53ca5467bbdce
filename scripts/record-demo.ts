/**
 * Records the reports of the demo: real failures of the small shop in scripts/record-demo/, built by Vite and reported by
 * real SDKs, with source maps uploaded by sentry-cli. A production install has none of these tools, so the recordings are
 * committed. Run: node scripts/pinned.mjs scripts/record-demo.ts
 */
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { recordFeedback } from './record-demo/record-feedback.ts';
import { recordNode } from './record-demo/record-node.ts';
import { recordWeb } from './record-demo/record-web.ts';

const demo = join(import.meta.dirname, '../packages/main/demo');
const target = await emptied('envelopes');
const maps = await emptied('source-maps');
const late = await emptied('late-upload');

const web = await recordWeb();
await writeFile(join(maps, 'shop-web.zip'), web.uploaded);
for (const { name, body } of web.notUploaded) await writeFile(join(late, name), body);

const visits = [...(await recordNode()), ...web.visits];
const index = [];
let bytes = 0;
for (const { project, build, scenario, variant, userAgent, envelopes } of visits) {
  const entries = [];
  for (const [order, { afterMs, body }] of envelopes.entries()) {
    const file = `${project}--${build}--${scenario}--${variant}--${order + 1}.envelope`;
    await writeFile(join(target, file), body);
    entries.push({ file, afterMs });
    bytes += body.length;
  }
  if (entries.length === 0) throw new Error(`${project} ${scenario} on ${variant} sent nothing`);
  index.push({ project, build, scenario, userAgent, envelopes: entries });
}
await writeFile(join(target, 'index.json'), `${JSON.stringify(index, null, 2)}\n`);
await recordFeedback(target);
console.log(`${visits.length} visits, ${index.flatMap((visit) => visit.envelopes).length} envelopes, ${bytes} bytes`);

async function emptied(name: string): Promise<string> {
  const folder = join(demo, name);
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  return folder;
}
