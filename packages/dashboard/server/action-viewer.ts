import type { Viewer } from '@seismo/server';
import { runtime } from './runtime.ts';
import type { Target } from './target.ts';
import { accountViewer } from './viewer.ts';

/**
 * Who acts: within the organization that the page showed, and no other. What is elsewhere does not exist for the action,
 * whatever it is called. Every action but those on the account itself begins here (`actions.test.ts` holds them to it).
 */
export async function actionViewer(organizationId: number): Promise<Viewer> {
  return runtime().query.viewerInOrganization(await accountViewer(), String(Number(organizationId)));
}

/** Who acts, and what on, as commands and queries take it. */
export async function viewerAndId({ organizationId, id }: Target): Promise<[viewer: Viewer, name: string]> {
  return [await actionViewer(organizationId), String(Number(id))];
}
