import { readChosen } from '#shell/context-bar/selection.ts';
import { rawParams } from '#features/exports/raw-params.ts';
import { readKey } from '#features/stats/search-params.ts';
import { answering } from '#server/answer.ts';
import { runtime } from '#server/runtime.ts';
import { sent } from '#server/sent.ts';
import { routeViewer } from '#server/route-viewer.ts';

/** What Stats shows at the same address. */
export async function GET(request: Request): Promise<Response> {
  const query = rawParams(request);
  const { projects, range } = readChosen(query);
  const key = readKey(query) ?? undefined;
  return answering(async () =>
    sent(await runtime().query.exportLedger(await routeViewer(request), projects, range, key)),
  );
}
