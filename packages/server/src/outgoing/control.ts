import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';

/**
 * The response of the running server to a command; `null` if no server listens at the socket. Without `msMax`, it may
 * take any time.
 */
export async function sendToServer(
  socketPath: string,
  path: string,
  call: object,
  msMax?: number,
): Promise<IncomingMessage | null> {
  const sent = request({
    socketPath,
    method: 'POST',
    path,
    ...(msMax === undefined ? {} : { signal: AbortSignal.timeout(msMax) }),
  });
  // An error after the response reaches its reader.
  sent.on('error', () => {});
  sent.end(JSON.stringify(call));
  try {
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    return response;
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (['ENOENT', 'ECONNREFUSED', 'ENAMETOOLONG', 'EINVAL'].includes(code)) return null;
    throw error;
  }
}
