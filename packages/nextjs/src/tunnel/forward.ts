import { signedAddress } from './signature.ts';
import { configuredDsn, targetOf, type Target } from './target.ts';
import { visitorAddress } from './visitor.ts';

export interface TunnelOptions {
  /** Where reports go. Without it `SEISMO_DSN`, then `NEXT_PUBLIC_SEISMO_DSN`, are used. */
  dsn?: string;
  /** Bytes of a body, as sent. By default 20 MiB, the limit of Seismo. */
  bodyBytesMax?: number;
  /** Timeout of the whole request, including the upload by the visitor. Default: 30 seconds. */
  timeoutMs?: number;
  /**
   * The number of your proxies in front of the app, each of which adds its caller to `X-Forwarded-For`. 1 by default; 0
   * if visitors reach the app directly, because they could forge the header.
   */
  proxyCount?: number;
  /** The server's `SEISMO_TUNNEL_SECRET`. The server then trusts the visitor's address from this tunnel. */
  secret?: string;
}

/** A report as a web framework provides it. */
export interface IncomingReport {
  method: string;
  headers: { get(name: string): string | null };
  body: ReadableStream<Uint8Array> | Uint8Array | string | null;
  /** The address of the caller, if the framework knows it. */
  peer: string | null;
}

/** As Seismo's own limits are (`BODY_COMPRESSED_BYTES_MAX`, `BODY_READ_TIMEOUT_MS`). */
const BODY_BYTES_MAX = 20 * 1024 * 1024;
const TIMEOUT_MS = 30_000;
/** Seismo's response is a line of JSON. */
const ANSWER_BYTES_MAX = 16 * 1024;
const RETRY_AFTER_S = 10;

export type Forward = (report: IncomingReport) => Promise<Response>;

/**
 * Forwards reports to the configured server as a stream, without buffering or parsing them. Never throws; failures
 * become responses that SDKs understand.
 */
export function createForward(options: TunnelOptions = {}): Forward {
  // The environment of a build is not the environment of the server: it is read with the first report.
  let target: Target | null = null;
  let logged = false;
  return async (report) => {
    if (report.method !== 'POST') return plainly();
    const bytesMax = options.bodyBytesMax ?? BODY_BYTES_MAX;
    try {
      target ??= targetOf(configuredDsn(options.dsn, process.env, process.env.SEISMO_NEXT_DSN));
    } catch (error) {
      // The reason quotes the configuration, which is the operator's alone.
      // oxlint-disable-next-line eslint/no-console -- the operator's log is where the answer points to
      if (!logged) console.error(`[seismo] tunnel: ${(error as Error).message}`);
      logged = true;
      return refusal(500, 'tunnel-not-set-up', 'The DSN of this tunnel is missing or invalid. See the app log.');
    }
    const length = Number(report.headers.get('content-length') ?? Number.NaN);
    if (length > bytesMax) return tooLarge(report.body, bytesMax);
    const meter = { tooLong: false };
    try {
      const answer = await fetch(target.url, {
        method: 'POST',
        headers: await headersFor(report, options),
        body: limited(report.body, bytesMax, meter),
        duplex: 'half',
        redirect: 'manual',
        // Next caches responses of `fetch` by default.
        cache: 'no-store',
        signal: AbortSignal.timeout(options.timeoutMs ?? TIMEOUT_MS),
      } as RequestInit);
      return await clientResponse(answer);
    } catch (error) {
      if (meter.tooLong) return tooLarge(null, bytesMax);
      return isTimeout(error)
        ? refusal(504, 'tunnel-timeout', 'Forwarding the report timed out.', RETRY_AFTER_S)
        : refusal(502, 'tunnel-unreachable', 'The tunnel cannot reach its Seismo server.', RETRY_AFTER_S);
    }
  };
}

/** Only the headers that the report needs: cookies and credentials of the app stay in the app. */
async function headersFor({ headers, peer }: IncomingReport, options: TunnelOptions): Promise<Headers> {
  const passedOn = new Headers();
  for (const name of ['content-type', 'content-encoding', 'user-agent', 'origin', 'referer']) {
    const value = headers.get(name);
    if (value) passedOn.set(name, value);
  }
  const address = visitorAddress(headers.get('x-forwarded-for'), peer, options.proxyCount ?? 1);
  if (address !== null) {
    passedOn.set('x-forwarded-for', address);
    const secret = options.secret || process.env['SEISMO_TUNNEL_SECRET'];
    if (secret) passedOn.set('x-seismo-client', await signedAddress(address, secret, Date.now()));
  }
  return passedOn;
}

/** Counts the body as it streams. Beyond the limit, it ends the body and the request to the server. */
function limited(body: IncomingReport['body'], bytesMax: number, meter: { tooLong: boolean }): BodyInit {
  if (body === null) return '';
  if (!(body instanceof ReadableStream)) {
    const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body;
    if (bytes.byteLength <= bytesMax) return bytes as Uint8Array<ArrayBuffer>;
    meter.tooLong = true;
    throw new Error('too long');
  }
  let length = 0;
  return body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        length += chunk.byteLength;
        if (length > bytesMax) {
          meter.tooLong = true;
          controller.error(new Error('too long'));
        } else controller.enqueue(chunk);
      },
    }),
  );
}

/** The server's response with the parts that SDKs read: status, rate limits and retry time. */
async function clientResponse(answer: Response): Promise<Response> {
  const headers = new Headers({ 'content-type': 'application/json', 'cache-control': 'no-store' });
  for (const name of ['retry-after', 'x-sentry-rate-limits', 'x-sentry-error']) {
    const value = answer.headers.get(name);
    if (value) headers.set(name, value);
  }
  // A redirect would send the visitor's next report elsewhere, and its target is not the ingest.
  if (answer.status >= 300 && answer.status < 400) {
    await answer.body?.cancel();
    return refusal(502, 'tunnel-wrong-target', 'The tunnel target redirects, so it is not a Seismo server.');
  }
  const isJson = answer.headers.get('content-type')?.includes('json') === true;
  return new Response(isJson ? await firstBytes(answer) : '{}', { status: answer.status, headers });
}

async function firstBytes(answer: Response): Promise<string> {
  const text = new TextDecoder();
  let read = '';
  for await (const chunk of (answer.body ?? []) as AsyncIterable<Uint8Array>) {
    read += text.decode(chunk, { stream: true });
    if (read.length > ANSWER_BYTES_MAX) return '{}';
  }
  return read;
}

/** In a browser, the path reveals nothing about the app. */
function plainly(): Response {
  return new Response('Method not allowed\n', {
    status: 405,
    headers: { allow: 'POST', 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' },
  });
}

async function tooLarge(unread: IncomingReport['body'], bytesMax: number): Promise<Response> {
  if (unread instanceof ReadableStream && !unread.locked) await unread.cancel().catch(() => {});
  return refusal(413, 'body-too-large', `The body is larger than ${bytesMax} bytes. Send less in one request.`);
}

/** In the form of Seismo's own refusals (docs/ingest.md). */
function refusal(status: number, code: string, detail: string, retryAfterS?: number): Response {
  return new Response(JSON.stringify({ detail, code }), {
    status,
    headers: {
      'content-type': 'application/json',
      'cache-control': 'no-store',
      'x-sentry-error': code,
      ...(retryAfterS === undefined ? {} : { 'retry-after': String(retryAfterS) }),
    },
  });
}

const isTimeout = (error: unknown): boolean =>
  error instanceof Error && (error.name === 'TimeoutError' || error.name === 'AbortError');
