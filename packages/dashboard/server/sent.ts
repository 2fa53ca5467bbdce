import type { Export } from '@seismo/server';
import { inert } from './answer.ts';
import { disposition } from './disposition.ts';

/** A file that is written while it is sent. It is saved, never shown: much in it was written by strangers. */
export function sent({ filename, contentType, body }: Export): Response {
  return new Response(body, {
    headers: { ...inert, 'Content-Type': contentType, 'Content-Disposition': disposition(filename) },
  });
}
