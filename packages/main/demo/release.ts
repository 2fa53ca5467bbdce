import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { commitsFor } from './commits.ts';
import { demoProjects, HOUR_MS, type DemoRelease } from './plan.ts';
import type { Shop } from './shop.ts';
import type { DemoProject } from './templates.ts';

/** The work of the build machine: source maps, the release with its commits, and the deploys, first to staging. */
export async function publish(shop: Shop, release: DemoRelease): Promise<void> {
  for (const { slug } of release.onStaging ? demoProjects.slice(0, 1) : demoProjects)
    await publishProject(shop, slug, release);
}

async function publishProject(shop: Shop, project: DemoProject, release: DemoRelease): Promise<void> {
  const { command, nowMs } = shop;
  const viewer = await shop.as('mira');
  const version = `${project}@${release.version}`;
  await command.createRelease(viewer, {
    version,
    projects: [project],
    ref: `v${release.version}`,
    commits: commitsFor(project, release.version, nowMs),
  });
  if (project === 'shop-web' && release.build === 'production') await uploadSourceMaps(shop, version);
  await command.updateRelease(viewer, version, { releasedAtMs: nowMs });
  const deploy = { name: '', url: '', startedAtMs: null };
  const stagedAtMs = nowMs - (release.onStaging ? 0 : 5 * HOUR_MS);
  await command.addDeploy(viewer, version, { ...deploy, environment: 'staging', finishedAtMs: stagedAtMs });
  if (!release.onStaging)
    await command.addDeploy(viewer, version, { ...deploy, environment: 'production', finishedAtMs: nowMs });
}

/**
 * As sentry-cli does: a chunk, then a request to assemble it. Every run uploads the same build with the same debug IDs.
 */
async function uploadSourceMaps({ command, as }: Shop, release: string): Promise<void> {
  const viewer = await as('mira');
  const body = readFileSync(join(import.meta.dirname, '../demo/source-maps/shop-web.zip'));
  const checksum = createHash('sha1').update(body).digest('hex');
  const bundle = { checksum, chunks: [checksum], projects: ['shop-web'], release, dist: '' };
  let { state } = await command.assembleBundle(viewer, bundle);
  if (state === 'not_found') {
    await command.saveChunk(viewer, { checksum, body, gzipped: false });
    ({ state } = await command.assembleBundle(viewer, bundle));
  }
  if (state !== 'ok') throw new Error(`The source maps of ${release} could not be put together: ${state}`);
}
