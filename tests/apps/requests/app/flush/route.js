import { captureMessage, flush } from '@seismo/nextjs';

export async function GET() {
  captureMessage('before the flush');
  return Response.json({ flushed: await flush() });
}
