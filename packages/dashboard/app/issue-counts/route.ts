import { rawParams } from '#features/exports/raw-params.ts';
import { readIssueFilter } from '#features/issues/search-params.ts';
import { searchTabs } from '#features/search/search-tabs.ts';
import { refusalToResponse, untrustedHeaders } from '#server/refusal-response.ts';
import { runtime } from '#server/runtime.ts';
import { routeViewer } from '#server/route-viewer.ts';

/** How many issues there are behind each tab above the list at the same address; `null` where a search cannot be read. */
export async function GET(request: Request): Promise<Response> {
  const { projects, environments, range } = readIssueFilter(rawParams(request));
  return refusalToResponse(async () => {
    const { query } = runtime();
    const viewer = await routeViewer(request);
    const tabs = searchTabs(await query.savedSearches(viewer));
    const counts = await query.issueCounts(
      viewer,
      { projects, environments, range },
      tabs.map((tab) => tab.query),
    );
    // A tab that is not counted any more has no entry.
    const entries = counts.map((count, index) => [tabs[index]!.id, count]);
    return Response.json(Object.fromEntries(entries), { headers: untrustedHeaders });
  });
}
