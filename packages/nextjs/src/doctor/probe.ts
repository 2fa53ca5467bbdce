import { gzipSync } from 'node:zlib';
import { randomBytes } from 'node:crypto';

/** The response to one envelope. */
export interface ProbeResult {
  /** The response repeats the envelope's ID, so it is from the ingest. */
  accepted: boolean;
  status: number | null;
  /** The code of a refusal, where it is JSON of ours. */
  code: string | null;
  detail: string;
  contentType: string;
  location: string | null;
  ms: number;
}

const TIMEOUT_MS = 15_000;
const DETAIL_CHARS_MAX = 300;

/** Sends an empty client report, which creates no issue. */
export async function probe(
  url: string,
  { dsn, gzip = false }: { dsn?: string; gzip?: boolean },
): Promise<ProbeResult> {
  const id = randomBytes(16).toString('hex');
  const lines = [
    { event_id: id, sent_at: new Date().toISOString(), ...(dsn && { dsn }) },
    { type: 'client_report' },
    { timestamp: Date.now() / 1000, discarded_events: [] },
  ];
  const body = lines.map((line) => JSON.stringify(line)).join('\n');
  const startMs = performance.now();
  try {
    const answer = await fetch(url, {
      method: 'POST',
      body: gzip ? gzipSync(body) : body,
      headers: { 'content-type': 'text/plain;charset=UTF-8', ...(gzip && { 'content-encoding': 'gzip' }) },
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const text = (await answer.text()).slice(0, 16_384);
    const fields = fieldsOf(text);
    return {
      accepted: answer.status === 200 && fields['id'] === id,
      status: answer.status,
      code: typeof fields['code'] === 'string' ? fields['code'] : null,
      detail: typeof fields['detail'] === 'string' ? fields['detail'].slice(0, DETAIL_CHARS_MAX) : '',
      contentType: answer.headers.get('content-type') ?? '',
      location: answer.headers.get('location'),
      ms: performance.now() - startMs,
    };
  } catch (error) {
    const { message, cause } = error as Error & { cause?: { message?: string } };
    const detail = cause?.message || message;
    return {
      accepted: false,
      status: null,
      code: null,
      detail,
      contentType: '',
      location: null,
      ms: performance.now() - startMs,
    };
  }
}

function fieldsOf(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
