import { rawParams } from '#features/exports/raw-params.ts';
import { readIssueFilter } from '#features/issues/search-params.ts';
import { searchTabs } from '#features/search/search-tabs.ts';
import { refusalToResponse, untrustedHeaders } from '#server/refusal-response.ts';
import { runtime } from '#server/runtime.ts';
import { routeViewer } from '#server/route-viewer.ts';

/** The issue count of each tab of the list; `null` for an invalid search. */
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
    // Tabs beyond the limit are not counted.
    const entries = counts.map((count, index) => [tabs[index]!.id, count]);
    return Response.json(Object.fromEntries(entries), { headers: untrustedHeaders });
  });
}
