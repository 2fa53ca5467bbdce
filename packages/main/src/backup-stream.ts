import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import {
  Refusal,
  sendToServer,
  type BackupRequest,
  type BackupResult,
  type Backups,
  type Log,
  type Progress,
} from '@seismo/server/parts';
import { BACKUP_PATH, callServer, socketIn } from './control.ts';

/** A trailer: the result of a backup, as JSON, after its last byte. */
const RESULT = 'seismo-result';
/** A trailer: why a backup failed. */
const FAILURE = 'seismo-failure';

/** Answers `seismo backup`, which cannot open the stores of a running server itself. */
export async function answerBackup(
  request: IncomingMessage,
  response: ServerResponse,
  backups: Backups,
  log: Log,
): Promise<void> {
  try {
    const { bytes, result } = await backups.start(JSON.parse(await text(request)) as BackupRequest);
    response.writeHead(200, { 'content-type': 'application/x-tar', trailer: `${RESULT}, ${FAILURE}` });
    await pipeline(bytes, response, { end: false });
    response.addTrailers({ [RESULT]: encodeURIComponent(JSON.stringify(await result)) });
    response.end();
  } catch (error) {
    const { message } = error as Error;
    if (!(error instanceof Refusal)) log.error({ stage: 'backup', reason: message }, 'a backup failed');
    if (!response.headersSent) return void response.writeHead(409).end(message);
    response.addTrailers({ [FAILURE]: encodeURIComponent(message) });
    response.end();
  }
}

export interface BackupSource {
  bytes: Readable;
  progress(): Promise<Progress | null>;
  /** After the last byte. Throws if the backup failed. */
  result(): Promise<BackupResult>;
  /** Ends a backup that failed. */
  close(): Promise<void>;
}

/** Requests a backup of the server that has this data directory; `null` if none runs. */
export async function backupOfServer(dataDir: string, given: BackupRequest): Promise<BackupSource | null> {
  const response = await sendToServer(socketIn(dataDir), BACKUP_PATH, given);
  if (response === null) return null;
  if (response.statusCode !== 200) throw new Error(await text(response));
  return {
    bytes: response,
    progress: async () => (await callServer<Progress | null>(dataDir, 'backupProgress'))?.result ?? null,
    async result() {
      const { [RESULT]: result, [FAILURE]: failure } = response.trailers;
      if (failure) throw new Error(`The server could not write the backup: ${decodeURIComponent(failure)}`);
      if (!result) throw new Error('The server ended during the backup.');
      return JSON.parse(decodeURIComponent(result)) as BackupResult;
    },
    close: async () => void response.destroy(),
  };
}
