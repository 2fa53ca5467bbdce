import type { Viewer } from '@seismo/server';
import { actionViewer } from './action-viewer.ts';
import { viewer } from './viewer.ts';

/** The viewer of a file route, limited to the organization in the link. */
export async function routeViewer(request: Request): Promise<Viewer> {
  const organization = new URL(request.url).searchParams.get('organization');
  return organization === null ? viewer() : actionViewer(Number(organization));
}
