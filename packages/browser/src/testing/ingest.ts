import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import { gunzipSync } from 'node:zlib';
import { readEnvelope } from '@seismo/protocol';
import { urlOf } from './listening.ts';

export interface Received {
  header: Record<string, unknown>;
  items: { type: string; header: Record<string, unknown>; payload: Record<string, unknown>; text: string }[];
  headers: IncomingHttpHeaders;
  url: string;
}

/** A server that collects envelopes, parsed by the protocol's own reader, and gives the responses of the test. */
export async function startIngest(answer: (response: ServerResponse, nth: number) => void = ok) {
  const received: Received[] = [];
  const server = createServer(async (request, response) => {
    const raw = await bodyOf(request).catch(() => null);
    // The client disconnected.
    if (!raw) return;
    const bytes = request.headers['content-encoding'] === 'gzip' ? gunzipSync(raw) : raw;
    received.push({ ...readReceived(bytes), headers: request.headers, url: request.url ?? '' });
    answer(response, received.length);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const origin = urlOf(server);
  return {
    received,
    origin,
    dsn: `${origin.replace('://', '://abc@')}/7`,
    /** Items of a type, over all envelopes. */
    items: (type: string) => received.flatMap(({ items }) => items.filter((item) => item.type === type)),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

const ok = (response: ServerResponse): void => void response.writeHead(200).end('{}');

function readReceived(bytes: Uint8Array): Pick<Received, 'header' | 'items'> {
  const envelope = readEnvelope(bytes);
  if (envelope.broken) throw new Error(envelope.broken.message);
  const lines = new TextDecoder().decode(bytes).split('\n');
  const items = envelope.items.map((item) => {
    const text = new TextDecoder().decode(item.payload);
    const header = lines.find((line, index) => index > 0 && line.startsWith(`{"type":"${item.type}"`)) ?? '{}';
    const isJson = item.type !== 'attachment';
    return {
      type: item.type,
      header: JSON.parse(header) as Record<string, unknown>,
      payload: isJson ? (JSON.parse(text) as Record<string, unknown>) : {},
      text,
    };
  });
  return { header: JSON.parse(lines[0]!) as Record<string, unknown>, items };
}
