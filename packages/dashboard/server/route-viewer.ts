import type { Viewer } from '@seismo/server';
import { actionViewer } from './action-viewer.ts';
import { viewer } from './viewer.ts';

/** Who asks for a file that a page links to: within the organization that the page showed, which stands in the link. */
export async function routeViewer(request: Request): Promise<Viewer> {
  const organization = new URL(request.url).searchParams.get('organization');
  return organization === null ? viewer() : actionViewer(Number(organization));
}
