import type { UserId } from '@seismo/protocol';
import type { AuditAction } from '@seismo/server';
import { first } from '#explorer/url-state.ts';
import { rawParams } from '#features/exports/raw-params.ts';
import { refusalToResponse } from '#server/refusal-response.ts';
import { runtime } from '#server/runtime.ts';
import { downloadResponse } from '#server/download-response.ts';
import { routeViewer } from '#server/route-viewer.ts';

/** The entries that the log at the same address shows. */
export async function GET(request: Request): Promise<Response> {
  const params = rawParams(request);
  const user = Number(first(params.user ?? params.person));
  // The query refuses an unknown action. Older links have the parameters `person` and `deed`.
  const action = (first(params.action ?? params.deed) || null) as AuditAction | null;
  const userId = Number.isSafeInteger(user) && user > 0 ? (user as UserId) : null;
  return refusalToResponse(async () => {
    const viewer = await routeViewer(request);
    const organization = String(viewer.memberships[0]?.organizationId ?? '');
    return downloadResponse(
      await runtime().query.exportAudit(viewer, organization, { userId, action }, request.signal),
    );
  });
}
