import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import type { IncomingReport } from './forward.ts';

/** A Node request; earlier middleware may have read its body. */
export function reportOf(request: IncomingMessage & { body?: unknown }, peer: string | undefined): IncomingReport {
  return {
    method: request.method ?? 'GET',
    headers: {
      get(name) {
        const value = request.headers[name];
        return Array.isArray(value) ? value.join(',') : (value ?? null);
      },
    },
    body: bodyOf(request),
    peer: peer ?? null,
  };
}

function bodyOf(request: IncomingMessage & { body?: unknown }): IncomingReport['body'] {
  const { body } = request;
  if (typeof body === 'string' || body instanceof Uint8Array) return body;
  return Readable.toWeb(request) as ReadableStream<Uint8Array>;
}

export async function answerWith(response: ServerResponse, answer: Response): Promise<void> {
  const body = await answer.text();
  if (response.destroyed) return;
  response.writeHead(answer.status, Object.fromEntries(answer.headers)).end(body);
}
