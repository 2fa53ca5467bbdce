import { request } from 'node:http';

/** The answer of the running server to a call of the command line; `null` if no server listens at the socket. */
export async function callControl(socketPath: string, call: object, msMax: number): Promise<string | null> {
  const { promise, resolve, reject } = Promise.withResolvers<string | null>();
  const sent = request(
    { socketPath, method: 'POST', path: '/', signal: AbortSignal.timeout(msMax) },
    async (response) => {
      let text = '';
      for await (const chunk of response.setEncoding('utf8')) text += String(chunk);
      resolve(text);
    },
  );
  sent.on('error', (error: NodeJS.ErrnoException) => {
    if (['ENOENT', 'ECONNREFUSED', 'ENAMETOOLONG', 'EINVAL'].includes(error.code ?? '')) resolve(null);
    else reject(error);
  });
  sent.end(JSON.stringify(call));
  return promise;
}
