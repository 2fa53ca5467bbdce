import { chmod, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { join, relative } from 'node:path';
import { text } from 'node:stream/consumers';
import { Refusal, sendToServer, type Log } from '@seismo/server/parts';

/** The functions of the running server that the command line may call. */
export type ControlFunctions = Record<string, (...args: never[]) => Promise<unknown>>;

type Answer = { result: unknown } | { refused: string } | { failed: string };

const CALL_MS_MAX = 180_000;
const CALL_BYTES_MAX = 65_536;

/** The path of requests whose response is a backup. */
export const BACKUP_PATH = '/backup';

/** The shorter of its names, because systems limit it (unix(7)). */
export function socketIn(dataDir: string): string {
  const path = join(dataDir, 'control.sock');
  const fromHere = relative(process.cwd(), path);
  return fromHere.length < path.length ? fromHere : path;
}

/**
 * Takes calls of the command line at a socket in the data directory: the journal and the telemetry store are open to one
 * process only. Who can open the socket can also read the stores, so it needs no other authentication.
 */
export async function openControl(
  dataDir: string,
  functions: ControlFunctions,
  backup: (request: IncomingMessage, response: ServerResponse) => Promise<void>,
  log: Pick<Log, 'warn'>,
): Promise<{ close(): Promise<void> }> {
  const path = socketIn(dataDir);
  const server = createServer(async (request, response) => {
    if (request.url === BACKUP_PATH) return void backup(request, response).catch(() => response.destroy());
    const answer = await answerTo(request.setEncoding('utf8'), functions);
    response.writeHead(200, { 'content-type': 'application/json', connection: 'close' }).end(JSON.stringify(answer));
  });
  // A backup takes as long as its reader.
  server.requestTimeout = 0;
  // Of a server that was killed: the locks of the stores exclude that another one runs.
  await rm(path, { force: true });
  await new Promise<void>((resolve) => {
    server.once('error', (error) => {
      log.warn({ stage: 'start', reason: error.message }, 'commands cannot reach this server while it runs');
      resolve();
    });
    server.listen(path, resolve);
  });
  if (server.listening) await chmod(path, 0o600);
  return {
    close: async () => {
      if (!server.listening) return;
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function answerTo(body: AsyncIterable<string>, functions: ControlFunctions): Promise<Answer> {
  try {
    let call = '';
    for await (const chunk of body) {
      call += chunk;
      if (call.length > CALL_BYTES_MAX) throw new Error('The call is too large.');
    }
    const { name, args } = JSON.parse(call) as { name: string; args: never[] };
    if (!Object.hasOwn(functions, name)) {
      throw new Error(`The running server does not know "${name}". It may be of another version: restart it.`);
    }
    return { result: (await functions[name]!(...args)) ?? null };
  } catch (error) {
    const { message } = error as Error;
    return error instanceof Refusal ? { refused: message } : { failed: message };
  }
}

/** Calls the server that runs in this data directory; `null` if none does. Throws what it refuses. */
export async function callServer<T>(dataDir: string, name: string, ...args: unknown[]): Promise<{ result: T } | null> {
  const response = await sendToServer(socketIn(dataDir), '/', { name, args }, CALL_MS_MAX);
  if (response === null) return null;
  const answer = JSON.parse(await text(response)) as Answer;
  if ('result' in answer) return { result: answer.result as T };
  throw new Error('refused' in answer ? answer.refused : `The running server failed: ${answer.failed}`);
}
