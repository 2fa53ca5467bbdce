import { chmod, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { join, relative } from 'node:path';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { Refusal, type BackupRequest, type Backups, type Log } from '@seismo/server/parts';

/** A trailer: the result of a backup, as JSON, after its last byte. */
export const RESULT = 'seismo-result';
/** A trailer: why a backup failed. */
export const FAILURE = 'seismo-failure';

/** The socket of a running server, which only its own user can open. The shorter name, because sockets limit it. */
export function socketPathIn(dataDir: string): string {
  const path = join(dataDir, 'backup.sock');
  const fromHere = relative(process.cwd(), path);
  return fromHere.length < path.length ? fromHere : path;
}

/** Bytes of a socket's name, with its end (unix(7)). */
const PATH_BYTES_MAX = 108;

/** Serves `seismo backup`, which cannot open the stores of a running server itself, with a stream of bytes. */
export async function openBackupSocket(
  dataDir: string,
  backups: Backups,
  log: Log,
): Promise<{ close(): Promise<void> }> {
  const path = socketPathIn(dataDir);
  if (Buffer.byteLength(path) >= PATH_BYTES_MAX) {
    log.warn({ dataDir }, 'the path of the data directory is too long for a socket: stop the server to back it up');
    return { close: async () => {} };
  }
  // Of a server that was killed: this one has the lock of the data directory.
  await rm(path, { force: true });
  const server = createServer((request, response) => {
    void answer(request, response, backups, log).catch(() => response.destroy());
  });
  // A backup lasts as long as its reader.
  server.requestTimeout = 0;
  try {
    await new Promise<void>((resolve, reject) => server.once('error', reject).listen(path, resolve));
    await chmod(path, 0o600);
  } catch (error) {
    // A start must not depend on it: the disk may be full.
    log.warn({ reason: (error as Error).message }, `backups cannot reach this server: ${path} cannot be opened`);
  }
  return {
    async close() {
      await backups.close();
      server.closeAllConnections();
      await new Promise((resolve) => (server.listening ? server.close(resolve) : resolve(null)));
    },
  };
}

async function answer(request: IncomingMessage, response: ServerResponse, backups: Backups, log: Log): Promise<void> {
  if (request.url !== '/backup') return void response.writeHead(404).end();
  if (request.method === 'GET') return void response.end(JSON.stringify(backups.progress()));
  const given = JSON.parse(await text(request)) as BackupRequest;
  try {
    const { bytes, result } = await backups.start(given);
    response.writeHead(200, { 'content-type': 'application/x-tar', trailer: `${RESULT}, ${FAILURE}` });
    await pipeline(bytes, response, { end: false });
    response.addTrailers({ [RESULT]: encodeURIComponent(JSON.stringify(await result)) });
    response.end();
  } catch (error) {
    const { message } = error as Error;
    if (!(error instanceof Refusal)) log.error({ stage: 'backup', reason: message }, 'a backup failed');
    if (!response.headersSent) return void response.writeHead(error instanceof Refusal ? 409 : 500).end(message);
    response.addTrailers({ [FAILURE]: encodeURIComponent(message) });
    response.end();
  }
}
