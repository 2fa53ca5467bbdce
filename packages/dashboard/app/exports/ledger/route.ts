import { readChosen } from '#features/context-bar/chosen.ts';
import { rawParams } from '#features/exports/raw-params.ts';
import { answering } from '#server/answer.ts';
import { runtime } from '#server/runtime.ts';
import { sent } from '#server/sent.ts';
import { shownViewer } from '#server/viewer.ts';

/** What Stats shows at the same address. */
export async function GET(request: Request): Promise<Response> {
  const { projects, range } = readChosen(rawParams(request));
  return answering(async () => sent(await runtime().query.exportLedger(await shownViewer(), projects, range)));
}
