import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import type { Readable } from 'node:stream';
import type { BackupRequest, BackupResult, Progress } from '@seismo/server/parts';
import { socketPathIn, FAILURE, RESULT } from './backup-socket.ts';

export interface BackupSource {
  bytes: Readable;
  progress(): Promise<Progress | null>;
  /** After the last byte. Throws if the backup failed. */
  result(): Promise<BackupResult>;
}

/** Requests a backup of the server that has this data directory; `null` if none runs. */
export async function backupOfServer(dataDir: string, given: BackupRequest): Promise<BackupSource | null> {
  const socketPath = socketPathIn(dataDir);
  const response = await send(socketPath, 'POST', JSON.stringify(given));
  if (response === null) return null;
  if (response.statusCode !== 200) throw new Error(await text(response));
  return {
    bytes: response,
    progress: async () => {
      const answer = await send(socketPath, 'GET', '');
      return answer && (JSON.parse(await text(answer)) as Progress | null);
    },
    async result() {
      const { [RESULT]: result, [FAILURE]: failure } = response.trailers;
      if (failure) throw new Error(`The server could not write the backup: ${decodeURIComponent(failure)}`);
      if (!result) throw new Error('The server ended during the backup.');
      return JSON.parse(decodeURIComponent(result)) as BackupResult;
    },
  };
}

/** `null` if no server listens. */
async function send(socketPath: string, method: string, body: string): Promise<IncomingMessage | null> {
  const sent = request({ socketPath, method, path: '/backup' });
  sent.end(body);
  try {
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    return response;
  } catch (error) {
    if (['ENOENT', 'ECONNREFUSED', 'ENAMETOOLONG', 'EINVAL'].includes((error as NodeJS.ErrnoException).code ?? ''))
      return null;
    throw error;
  }
}
