import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** A run of a demo app: the requests of its SDK in order, with their time after the start. */
export interface Visit {
  project: 'shop-web' | 'shop-api' | 'shop-worker';
  /**
   * Builds of shop-web: without debug IDs, with them and uploaded, with them and not uploaded. Servers run their
   * sources.
   */
  build: 'first' | 'production' | 'staging';
  scenario: string;
  variant: string;
  userAgent: string;
  /** Runs of several apps with the same name happened together. */
  visit?: string;
  envelopes: { afterMs: number; body: Buffer }[];
}

interface IndexEntry extends Pick<Visit, 'project' | 'build' | 'scenario' | 'userAgent' | 'visit'> {
  envelopes: { file: string; afterMs: number }[];
}

/** Adds recordings to a folder with its index. Those of the same scenarios are replaced. */
export async function addVisits(folder: string, visits: readonly Visit[]): Promise<void> {
  const path = join(folder, 'index.json');
  const before = JSON.parse(await readFile(path, 'utf8').catch(() => '[]')) as IndexEntry[];
  const scenarios = new Set(visits.map(({ scenario }) => scenario));
  const index = before.filter(({ scenario }) => !scenarios.has(scenario));
  for (const { envelopes } of before.filter(({ scenario }) => scenarios.has(scenario))) {
    for (const { file } of envelopes) await rm(join(folder, file), { force: true });
  }
  for (const { project, build, scenario, variant, userAgent, visit, envelopes } of visits) {
    if (envelopes.length === 0) throw new Error(`${project} ${scenario} on ${variant} sent nothing`);
    const entries = [];
    for (const [order, { afterMs, body }] of envelopes.entries()) {
      const file = `${project}--${build}--${scenario}--${variant}--${order + 1}.envelope`;
      await writeFile(join(folder, file), body);
      entries.push({ file, afterMs });
    }
    index.push({ project, build, scenario, userAgent, ...(visit !== undefined && { visit }), envelopes: entries });
  }
  await writeFile(path, `${JSON.stringify(index, null, 2)}\n`);
  const bytes = visits.flatMap(({ envelopes }) => envelopes).reduce((sum, { body }) => sum + body.length, 0);
  console.log(`${visits.length} visits, ${bytes} bytes`);
}
