import type { Viewer } from '@seismo/server';
import { runtime } from './runtime.ts';
import type { Target } from './target.ts';
import { accountViewer } from './viewer.ts';

/**
 * The viewer of an action, limited to the organization that the page showed. Every action except those on the account itself
 * starts here (checked by `actions.test.ts`).
 */
export async function actionViewer(organizationId: number): Promise<Viewer> {
  return runtime().query.viewerInOrganization(await accountViewer(), String(Number(organizationId)));
}

/** The viewer and the target’s ID, as commands and queries take them. */
export async function viewerAndId({ organizationId, id }: Target): Promise<[viewer: Viewer, name: string]> {
  return [await actionViewer(organizationId), String(Number(id))];
}
