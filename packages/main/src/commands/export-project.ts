import { pipeline } from 'node:stream/promises';
import type { Config } from '../config.ts';
import { UsageError } from '../usage.ts';
import { withServer } from './with-server.ts';

/** Writes everything that a project received to the standard output. */
export async function exportProjectCommand(
  config: Config,
  slug: string | undefined,
  values: { format?: string | undefined; organization?: string | undefined; user?: string | undefined },
): Promise<void> {
  const { format = 'ndjson', user, organization } = values;
  if (!slug) throw new UsageError('"project export" needs the slug of a project, such as "web".');
  if (format !== 'ndjson' && format !== 'envelopes') throw new UsageError('--format is ndjson or envelopes.');
  await withServer(config, { user, organization, scopes: ['event:admin'] }, async (call) => {
    const path = `${call.organization}/exports/projects/${encodeURIComponent(slug)}/events.${format}`;
    await pipeline(await call.request('GET', path), process.stdout, { end: false });
  });
}
