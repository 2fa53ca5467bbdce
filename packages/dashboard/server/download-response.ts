import type { Export } from '@seismo/server';
import { untrustedHeaders } from './refusal-response.ts';
import { contentDisposition } from './content-disposition.ts';

/** A file that is written while it is sent. It is saved, never shown: much in it was written by strangers. */
export function downloadResponse({ filename, contentType, body }: Export): Response {
  return new Response(body, {
    headers: { ...untrustedHeaders, 'Content-Type': contentType, 'Content-Disposition': contentDisposition(filename) },
  });
}
