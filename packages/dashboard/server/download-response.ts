import type { Export } from '@seismo/server';
import { untrustedHeaders } from './refusal-response.ts';
import { contentDisposition } from './content-disposition.ts';

/** A streamed file. Always a download, never rendered: it contains untrusted content. */
export function downloadResponse({ filename, contentType, body }: Export): Response {
  return new Response(body, {
    headers: { ...untrustedHeaders, 'Content-Type': contentType, 'Content-Disposition': contentDisposition(filename) },
  });
}
