import type { EndUserRequest } from '@seismo/server';
import { text } from '#ui/form-text.ts';
import { endUserRequest } from '#features/end-users/request.ts';
import { refusalToResponse } from '#server/refusal-response.ts';
import { runtime } from '#server/runtime.ts';
import { downloadResponse } from '#server/download-response.ts';
import { routeViewer } from '#server/route-viewer.ts';

/** A form, because identifiers in an address would be in histories and logs. */
export async function POST(request: Request): Promise<Response> {
  return refusalToResponse(async () => {
    const viewer = await routeViewer(request);
    // The query refuses visitors; their bodies are not read.
    const form = viewer.userId === null ? new FormData() : await request.formData();
    const of: EndUserRequest = endUserRequest((name) => text(form, name));
    return downloadResponse(await runtime().query.exportEndUser(viewer, of, request.signal));
  });
}
