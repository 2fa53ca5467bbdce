import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Project } from './running-server.ts';

const folder = join(import.meta.dirname, '../golden/envelopes');

interface Recording {
  file: string;
  authForm: string;
  contentType: string | null;
  isGzip: boolean;
  pathAndQuery: string;
  /** The key of the recorded client. */
  body: Buffer;
}

/** Every recorded envelope with the headers that its SDK sent. */
export async function readRecordings(): Promise<Recording[]> {
  const [head, ...lines] = (await readFile(join(folder, 'index.tsv'), 'utf8')).trimEnd().split('\n');
  const columns = head!.split('\t');
  return Promise.all(
    lines.map(async (line) => {
      const cells = line.split('\t');
      const cell = (name: string): string => cells[columns.indexOf(name)] ?? '';
      return {
        file: cell('file'),
        authForm: cell('auth_form'),
        contentType: cell('content_type') === '-' ? null : cell('content_type'),
        isGzip: cell('content_encoding') === 'gzip',
        pathAndQuery: cell('path_and_query'),
        body: await readFile(join(folder, cell('file'))),
      };
    }),
  );
}

/** The envelope header has the DSN of the recording; replace it with the test server's. */
function withDsn(body: Buffer, dsn: string): Buffer {
  const end = body.indexOf(0x0a);
  const header = JSON.parse(body.toString('utf8', 0, end)) as Record<string, unknown>;
  if (!('dsn' in header)) return body;
  return Buffer.concat([Buffer.from(JSON.stringify({ ...header, dsn }), 'utf8'), body.subarray(end)]);
}

function authHeader(recording: Recording, publicKey: string): Record<string, string> {
  if (recording.authForm !== 'x-sentry-auth') return {};
  return { 'x-sentry-auth': `Sentry sentry_key=${publicKey}, sentry_version=7, sentry_client=recorded/1.0` };
}

/** Sends a recording to a project as its SDK did. */
export async function sendRecording(recording: Recording, origin: string, project: Project): Promise<Response> {
  const recorded = new URL(recording.pathAndQuery, origin);
  const isTunnel = !recorded.pathname.startsWith('/api/');
  const target = new URL(isTunnel ? '/monitoring' : `/api/${project.id}/envelope/`, origin);
  for (const [name, value] of recorded.searchParams) {
    target.searchParams.set(name, name === 'sentry_key' ? project.publicKey : value);
  }
  const body = withDsn(recording.body, project.dsn);
  return fetch(target, {
    method: 'POST',
    headers: {
      ...(recording.contentType !== null && { 'content-type': recording.contentType }),
      ...(recording.isGzip && { 'content-encoding': 'gzip' }),
      ...authHeader(recording, project.publicKey),
    },
    body: new Uint8Array(recording.isGzip ? gzipSync(body) : body),
  });
}
