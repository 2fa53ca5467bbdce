import { alertPreview } from '#features/alerts/rule-preview-read.ts';
import { mergeTargets } from '#features/grouping/reads.ts';
import { tagKeys } from '#features/events/reads.ts';
import { findTest } from '#features/start/find-test.ts';
import { facet, facetKeys, facetQuery } from '#features/search/facet-reads.ts';
import { mentionable } from '#features/issue/activity/mentions-read.ts';
import { issueCounts } from '#features/search/issue-counts.ts';
import { suggestions } from '#features/search/suggestions.ts';
import { issueUpdates, resolutionOptions, suggestedAssignees } from '#features/issues/reads.ts';
import { span, traceExcerpt, traceRows } from '#features/traces/reads.ts';
import { shareLinks } from '#features/share/share-links.ts';
import { exploreFields } from '#features/explore/reads.ts';
import { find } from '#shell/palette/find.ts';

/**
 * What the page reads after it has loaded: one GET each, `/read/<name>`, called with `read` of `lib/read.ts`. Each takes the
 * viewer, limited to the organization of the page, and parameters that the browser sent and that are not trusted.
 */
export const reads = {
  alertPreview,
  exploreFields,
  facet,
  facetKeys,
  facetQuery,
  find,
  findTest,
  issueCounts,
  issueUpdates,
  mentionable,
  mergeTargets,
  resolutionOptions,
  shareLinks,
  span,
  suggestedAssignees,
  suggestions,
  tagKeys,
  traceExcerpt,
  traceRows,
};
