import { reads } from '#server/reads.ts';
import { refusalToResponse, untrustedHeaders } from '#server/refusal-response.ts';
import { routeViewer } from '#server/route-viewer.ts';
import type { Viewer } from '@seismo/server';

type Read = (viewer: Viewer, params: Record<string, unknown>) => Promise<unknown>;

/** Data for a part of a page, as JSON: see `server/reads.ts`. */
export async function GET(request: Request, { params }: RouteContext<'/read/[name]'>): Promise<Response> {
  const { name } = await params;
  if (!Object.hasOwn(reads, name)) return new Response(null, { status: 404, headers: untrustedHeaders });
  const given = parse(new URL(request.url).searchParams.get('params'));
  if (given === null) return new Response('params is not a JSON object', { status: 400, headers: untrustedHeaders });
  return refusalToResponse(async () => {
    const answer = await (reads[name as keyof typeof reads] as Read)(await routeViewer(request), given);
    return Response.json(answer, { headers: untrustedHeaders });
  });
}

function parse(text: string | null): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text ?? '{}');
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : null;
  } catch {
    return null;
  }
}
