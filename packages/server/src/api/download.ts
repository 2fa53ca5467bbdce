import type { Context } from 'hono';
import type { Export } from '#query/export/views.ts';

/** Sends a file while it is written. */
export function download(context: Context, { filename, contentType, rows, body }: Export): Response {
  if (rows !== null) context.header('x-hits', String(rows));
  context.header('content-type', contentType);
  context.header('content-disposition', `attachment; filename="${filename}"`);
  context.header('x-content-type-options', 'nosniff');
  return context.body(body);
}
