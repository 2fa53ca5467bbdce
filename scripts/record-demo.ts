/**
 * Records what the demo replays: real failures of the small shop in scripts/record-demo/, reported by the real SDKs.
 * A production install has no SDK of the clients it serves, so the recordings are committed. Run: node scripts/record-demo.ts
 */
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { recordNode } from './record-demo/record-node.ts';
import { recordWeb } from './record-demo/record-web.ts';

const target = join(import.meta.dirname, '../packages/main/demo/envelopes');
const visits = [...(await recordNode()), ...(await recordWeb())];

await mkdir(target, { recursive: true });
for (const old of await readdir(target)) await rm(join(target, old));
const index = [];
let bytes = 0;
for (const { project, scenario, variant, userAgent, envelopes } of visits) {
  const entries = [];
  for (const [order, { afterMs, body }] of envelopes.entries()) {
    const file = `${project}--${scenario}--${variant}--${order + 1}.envelope`;
    await writeFile(join(target, file), body);
    entries.push({ file, afterMs });
    bytes += body.length;
  }
  if (entries.length === 0) throw new Error(`${project} ${scenario} on ${variant} sent nothing`);
  index.push({ project, scenario, userAgent, envelopes: entries });
}
await writeFile(join(target, 'index.json'), `${JSON.stringify(index, null, 2)}\n`);
console.log(`${visits.length} visits, ${index.flatMap((visit) => visit.envelopes).length} envelopes, ${bytes} bytes`);
