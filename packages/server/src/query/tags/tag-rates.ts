import { limits, type IssueId, type ProjectId } from '@seismo/protocol';
import type { Range } from '#store/telemetry/queries/query.ts';
import type { QueryDeps } from '../deps.ts';
import { issueNamed } from '../issues/issue.ts';
import { bucketsOf, type RangeName } from '../range.ts';
import type { OverRepresented, TagRates } from './views.ts';
import type { Viewer } from '#domain/permissions/viewer.ts';

/** The tags of an issue's events in the range, beside those of all events of its project. */
export async function tagRates(deps: QueryDeps, viewer: Viewer, shortId: string, range: RangeName): Promise<TagRates> {
  const { projectId, id: issueId } = await issueNamed(deps, viewer, 'event:read', shortId);
  const { fromMs, toMs } = bucketsOf(range, deps.clock.now());
  const rows = await ratedTags(deps, projectId, issueId, { fromMs, toMs });
  return {
    events: rows[0]?.issueTotal ?? 0,
    projectEvents: rows[0]?.projectTotal ?? 0,
    tags: [...Map.groupBy(rows, ({ key }) => key)].map(([key, values]) => ({
      key,
      distinctValues: values[0]!.distinctValues,
      values: values.map(({ value, issueEvents, projectEvents }) => ({ value, events: issueEvents, projectEvents })),
    })),
    overRepresented: overRepresented(rows),
  };
}

interface RatedTag {
  key: string;
  value: string;
  /** Events with the value. */
  issueEvents: number;
  projectEvents: number;
  distinctValues: number;
  issueTotal: number;
  projectTotal: number;
}

async function ratedTags(
  { telemetry }: QueryDeps,
  projectId: ProjectId,
  issueId: IssueId,
  range: Range,
): Promise<RatedTag[]> {
  const valuesPerTag = limits.TAG_VALUE_COUNT_DEFAULT;
  const tags = await telemetry.query('tagsOfIssue', { projectId, issueId, range, valuesPerTag });
  if (tags.length === 0) return [];
  // After the issue's, so that they count all events of the issue that those count.
  const counts = await telemetry.query('tagCounts', {
    projectId,
    range,
    tags: tags.map(({ key, value }) => ({ key, value })),
    sinceSequence: null,
    count: tags.length + 1,
  });
  const ofProject = new Map(counts.map(({ key, value, events }) => [JSON.stringify([key, value]), events]));
  const eventsOf = (key: string | null, value: string | null) => ofProject.get(JSON.stringify([key, value]));
  return tags.map(({ key, value, events, issueEvents, distinctValues }) => ({
    key,
    value,
    issueEvents: events,
    projectEvents: eventsOf(key, value) ?? events,
    distinctValues,
    issueTotal: issueEvents,
    projectTotal: eventsOf(null, null) ?? issueEvents,
  }));
}

/** Tags that describe the issue itself, so they never distinguish it. */
export const inherentTags: ReadonlySet<string> = new Set(['handled', 'level', 'mechanism', 'logger', 'transaction']);

const EVENTS_MIN = 5;
/** Minimum difference and minimum ratio of the two shares, at the 99% bounds. */
const DIFFERENCE_MIN = 0.1;
const LIFT_MIN = 1.5;
const TAG_COUNT_MAX = 5;

/**
 * Values that are significantly more frequent in the issue than in the rest of the project: the lower bound for the
 * issue is above the upper bound for the others (Wilson interval, 99 %). Ordered by the difference; of equivalent tags
 * such as browser and browser.name, only the more specific one.
 */
export function overRepresented(rows: readonly RatedTag[]): OverRepresented[] {
  const found = rows.flatMap(({ key, value, issueEvents, projectEvents, issueTotal, projectTotal }) => {
    const others = projectTotal - issueTotal;
    if (inherentTags.has(key) || issueEvents < EVENTS_MIN || others < EVENTS_MIN) return [];
    const least = wilson(issueEvents, issueTotal).least;
    const most = wilson(projectEvents - issueEvents, others).most;
    if (least - most < DIFFERENCE_MIN || least < LIFT_MIN * most) return [];
    const share = issueEvents / issueTotal;
    return {
      key,
      value,
      events: issueEvents,
      share,
      projectShare: projectEvents / projectTotal,
      difference: least - most,
    };
  });
  const ordered = found.toSorted((a, b) => b.difference - a.difference || (a.key < b.key ? -1 : 1));
  const top: OverRepresented[] = [];
  const families = new Set<string>();
  for (const { difference: _, ...one } of ordered) {
    const family = one.key.split('.')[0]!;
    if (families.has(family) || top.length === TAG_COUNT_MAX) continue;
    families.add(family);
    top.push(one);
  }
  return top;
}

const Z = 2.576;

/** The bounds of the true share at 99 %, which also hold for few events. */
function wilson(events: number, total: number): { least: number; most: number } {
  const share = events / total;
  const z2 = (Z * Z) / total;
  const middle = share + z2 / 2;
  const spread = Z * Math.sqrt((share * (1 - share)) / total + z2 / (4 * total));
  return { least: Math.max(0, (middle - spread) / (1 + z2)), most: Math.min(1, (middle + spread) / (1 + z2)) };
}
