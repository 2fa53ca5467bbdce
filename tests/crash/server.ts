import { createLog } from '@seismo/server/parts';
import { readConfig } from '../../packages/main/src/config.ts';
import { startServer } from '../../packages/main/src/server.ts';

/** The whole server but for the dashboard, as a child process that may be killed at any moment. */
const server = await startServer(readConfig(process.env), { dev: false, dashboard: false, log: createLog('error') });
process.on('SIGTERM', () => void server.close().then(() => process.exit(0)));
process.stdout.write('ready\n');
