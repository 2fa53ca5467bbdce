import { readIssueFilter } from '#features/issues/search-params.ts';
import { rawParams } from '#features/exports/raw-params.ts';
import { answering } from '#server/answer.ts';
import { runtime } from '#server/runtime.ts';
import { sent } from '#server/sent.ts';
import { routeViewer } from '#server/route-viewer.ts';

/** The issues that the list at the same address shows. */
export async function GET(request: Request): Promise<Response> {
  const params = rawParams(request);
  const { cursor: _, count: __, ...filter } = readIssueFilter(params);
  const format = params.format === 'json' ? 'json' : 'csv';
  return answering(async () =>
    sent(await runtime().query.exportIssues(await routeViewer(request), filter, format, request.signal)),
  );
}
