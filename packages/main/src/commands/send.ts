import { createReadStream } from 'node:fs';
import { text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { limits, parseDsn, type Dsn } from '@seismo/protocol';
import { operatorRequest } from '@seismo/server/parts';
import { UsageError } from '../usage.ts';
import { answer } from './with-state.ts';

/**
 * `send`: sends the envelopes of a project export to the project of a DSN, one after the other. It waits as long as the
 * server asks for. Sending a file again adds nothing, because events keep their IDs.
 */
export async function sendCommand(
  file: string | undefined,
  { dsn, json }: { dsn?: string | undefined; json?: boolean | undefined },
): Promise<void> {
  if (!file) throw new UsageError('"send" needs the file of an export with --format envelopes.');
  const target = dsn === undefined ? null : parseDsn(dsn);
  if (!target) throw new UsageError('"send" needs --dsn, the DSN of the project that receives the envelopes.');
  const counts = { sent: 0, refused: 0 };
  for await (const envelope of envelopesIn(createReadStream(file, { highWaterMark: READ_BYTES }))) {
    const refusal = await sendOne(target, envelope);
    if (refusal === null) counts.sent += 1;
    else counts.refused += 1;
    if (refusal !== null) process.stderr.write(`Envelope ${counts.sent + counts.refused} was refused: ${refusal}\n`);
  }
  answer(json, counts, `Sent ${counts.sent} envelopes; ${counts.refused} were refused.`);
}

/** `null`, or why the server refused it. Rejects if the server is not reachable. */
async function sendOne(dsn: Dsn, envelope: Uint8Array): Promise<string | null> {
  const { protocol, host, port, path, projectId, publicKey } = dsn;
  const base = `${protocol}://${host}${port === null ? '' : `:${port}`}${path === '' ? '' : `/${path}`}`;
  for (;;) {
    const response = await operatorRequest(new URL(`${base}/api/${projectId}/envelope/`), {
      method: 'POST',
      headers: {
        'content-type': 'application/x-sentry-envelope',
        'x-sentry-auth': `Sentry sentry_version=7, sentry_key=${publicKey}, sentry_client=seismo-send/1`,
      },
      body: envelope,
    });
    const body = await text(response);
    const status = response.statusCode ?? 0;
    if (status < 300) return null;
    if (status !== 429 && status !== 503) return `${status} ${body.slice(0, 200)}`;
    const seconds = Number(response.headers['retry-after'] ?? DEFAULT_WAIT_S);
    await setTimeout((Number.isFinite(seconds) && seconds > 0 ? seconds : DEFAULT_WAIT_S) * 1000);
  }
}

/** Large envelopes are joined from few pieces. */
const READ_BYTES = 4 * 1024 * 1024;
/** What SDKs wait without a `Retry-After`. */
const DEFAULT_WAIT_S = 60;
const LENGTH = /^\d{1,9}$/;

/** A line with the length in bytes, the envelope, and a line break. */
export async function* envelopesIn(chunks: AsyncIterable<Buffer>): AsyncGenerator<Uint8Array> {
  let rest = Buffer.alloc(0);
  let needed = 0;
  for await (const chunk of chunks) {
    rest = Buffer.concat([rest, chunk]);
    for (;;) {
      if (rest.byteLength < needed) break;
      const end = rest.indexOf('\n');
      const length = rest.subarray(0, end < 0 ? 10 : end).toString();
      if (end < 0 && rest.byteLength < 10) break;
      if (!LENGTH.test(length) || Number(length) > limits.BODY_INFLATED_BYTES_MAX) throw damaged();
      needed = end + 1 + Number(length) + 1;
      if (rest.byteLength < needed) break;
      yield rest.subarray(end + 1, needed - 1);
      rest = rest.subarray(needed);
      needed = 0;
    }
  }
  if (rest.byteLength > 0) throw damaged();
}

function damaged(): Error {
  return new Error('The file is not a complete export with --format envelopes. Export the project again.');
}
