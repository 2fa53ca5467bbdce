import type { Viewer } from '@seismo/server';
import { actionViewer } from './action-viewer.ts';
import { viewer, viewerOn } from './viewer.ts';

/** The viewer of a route, limited to the organization in the link, or to that of the page that read it. */
export async function routeViewer(request: Request): Promise<Viewer> {
  const params = new URL(request.url).searchParams;
  const [organization, page] = [params.get('organization'), params.get('page')];
  if (organization !== null) return actionViewer(Number(organization));
  return page === null ? viewer() : viewerOn(page);
}
