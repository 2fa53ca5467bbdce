import { parseArgs } from 'node:util';
import { createLog, setLogOptions, sharedClock } from '@seismo/server/parts';
import { readConfig } from '../../packages/main/src/config.ts';
import { startServer } from '../../packages/main/src/server.ts';
import { stopOnSignal } from '../../packages/main/src/stop.ts';

/** Queries of pages that the API does not run. */
export interface PreviewRequest {
  id: number;
  token: string;
  project: string;
  document: object;
}
export type PreviewReply = { id: number } & ({ examined: number } | { refused: string });

/** The server without the dashboard, as a child process that can be killed at any time. */
const { values } = parseArgs({
  options: {
    'accept-loss': { type: 'boolean', default: false },
    'migrate-without-copy': { type: 'boolean', default: false },
    /** Stops the clock at this time. */
    at: { type: 'string' },
    /** Logs more than errors. */
    verbose: { type: 'boolean', default: false },
  },
});
setLogOptions({ level: values.verbose ? 'info' : 'error', format: 'json' });
const log = createLog();
const clock = sharedClock();
if (values.at) clock.set(Date.parse(values.at));
const server = await startServer(readConfig(process.env), {
  dev: false,
  dashboard: false,
  log,
  clock,
  acceptLoss: values['accept-loss'],
  withoutCopy: values['migrate-without-copy'],
});
stopOnSignal(server, log);
const { query } = server.runtime;
process.on('message', async ({ id, token, project, document }: PreviewRequest) => {
  const viewer = (await query.viewerOfToken(token))!;
  const reply = await query.previewConfiguration(viewer, project, 'grouping', document).then(
    ({ examined, refusal }): PreviewReply => (refusal === null ? { id, examined } : { id, refused: refusal }),
    (error: Error & { code: string }): PreviewReply => ({ id, refused: error.code }),
  );
  process.send!(reply);
});
process.stdout.write('ready\n');
