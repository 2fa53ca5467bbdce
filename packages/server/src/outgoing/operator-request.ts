import { request as requestOverHttp, type IncomingMessage } from 'node:http';
import { request as requestOverHttps } from 'node:https';

export interface OperatorRequest {
  method: string;
  headers: Record<string, string>;
  body?: string | Uint8Array | undefined;
}

/**
 * A request of the command line: its operator names the host, which may be internal, and waits for the streamed answer as
 * long as it takes. Rejects if there is no connection.
 */
export function operatorRequest(url: URL, { method, headers, body }: OperatorRequest): Promise<IncomingMessage> {
  const open = url.protocol === 'https:' ? requestOverHttps : requestOverHttp;
  return new Promise((resolve, reject) => {
    const request = open(url, { method, headers });
    request.once('response', resolve);
    request.once('error', reject);
    request.end(body);
  });
}
