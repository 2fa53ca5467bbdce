import { createHash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Destination } from './destination.ts';
import { piecesOf, type Bundle } from './bundle.ts';

const TRY_COUNT = 3;
const RETRY_MS = 1500;
const REQUEST_TIMEOUT_MS = 120_000;
/** Do not wait longer for the server to assemble a bundle. */
const ASSEMBLE_MS_MAX = 300_000;

interface Assembly {
  state: string;
  missingChunks?: string[];
  detail?: string;
}

/** Sends a bundle in the way of Sentry's tools: pieces by checksum, those that are missing, then "put these together". */
export async function sendBundle(bundle: Bundle, to: Destination): Promise<void> {
  const api = `${to.url}/api/0/organizations/${encodeURIComponent(to.organization)}`;
  const { chunkSize, url } = await call<{ chunkSize: number; url: string }>(to, `${api}/chunk-upload/`);
  const whole = createHash('sha1');
  const checksums: string[] = [];
  for await (const { checksum, bytes } of piecesOf(bundle, chunkSize)) {
    whole.update(bytes);
    checksums.push(checksum);
  }
  const request = {
    checksum: whole.digest('hex'),
    chunks: checksums,
    projects: [to.project],
    ...(to.release && { version: to.release }),
    ...(to.release && to.dist && { dist: to.dist }),
  };
  const assemble = () => call<Assembly>(to, `${api}/artifactbundle/assemble/`, JSON.stringify(request));

  let answer = await assemble();
  const missing = new Set(answer.missingChunks);
  if (missing.size > 0) {
    // The server's own URL may differ from the one used here.
    const path = new URL(url).pathname;
    for await (const { checksum, bytes } of piecesOf(bundle, chunkSize)) {
      if (!missing.delete(checksum)) continue;
      const form = new FormData();
      form.append('file', new Blob([bytes as Buffer<ArrayBuffer>]), checksum);
      await call(to, new URL(path, to.url).href, form);
    }
    answer = await assemble();
  }
  for (
    const until = Date.now() + ASSEMBLE_MS_MAX;
    answer.state !== 'ok' && Date.now() < until;
    answer = await assemble()
  ) {
    if (answer.state === 'error') throw new Error(answer.detail ?? 'The server could not assemble the bundle.');
    if (answer.missingChunks?.length) throw new Error('The server is missing parts of the upload. Upload again.');
    await wait(RETRY_MS);
  }
}

/** GET without a body, POST with one. Retries failures of the network or server, not refusals. */
async function call<T>({ authToken }: Destination, url: string, body?: string | FormData): Promise<T> {
  for (let nth = 1; ; nth += 1) {
    let failure: string;
    try {
      const response = await fetch(url, {
        method: body === undefined ? 'GET' : 'POST',
        headers: {
          authorization: `Bearer ${authToken}`,
          ...(typeof body === 'string' && { 'content-type': 'application/json' }),
        },
        ...(body !== undefined && { body }),
        signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
      });
      const text = await response.text();
      if (response.ok) return (text === '' ? null : JSON.parse(text)) as T;
      failure = `${url} answered ${response.status}: ${text.slice(0, 300)}`;
      if (response.status < 500) nth = TRY_COUNT;
    } catch (error) {
      const { message, cause } = error as Error & { cause?: { message?: string } };
      failure = `${url} cannot be reached: ${cause?.message || message}`;
    }
    if (nth >= TRY_COUNT) throw new Error(failure);
    await wait(RETRY_MS * nth);
  }
}
