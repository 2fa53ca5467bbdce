import { limits, reasons, type ProjectId } from '@seismo/protocol';
import { judgeSpans } from '#domain/filters/judge-spans.ts';
import type { ProjectRules } from '#domain/configuration/rules.ts';
import { scrubSpanForProject } from '#domain/scrubbing/project-scrubbing.ts';
import { nameOfType, plainName, type AttributeValue } from '#domain/spans/typed-name.ts';
import type { ConfigurationName } from '#store/state/contract.ts';
import type { QueryRows } from '#store/telemetry/queries/index.ts';
import type { SpansInRange } from '#store/telemetry/queries/parts/spans-in-range.ts';
import type { QueryDeps } from '../deps.ts';
import { newestAttributes } from '../spans/newest-spans.ts';
import type { SpanPreview } from './views.ts';

const DAY_MS = 24 * 3600 * 1000;

export const noSpans: SpanPreview = { examined: 0, filtered: [], scrubbed: [] };

/** The effect of these settings on the project's newest spans of the last day. */
export async function previewSpans(
  deps: QueryDeps,
  projectId: ProjectId,
  name: ConfigurationName,
  rules: ProjectRules,
): Promise<SpanPreview> {
  if (name !== 'filters' && name !== 'privacy') return noSpans;
  const nowMs = deps.clock.now();
  const lastDay = {
    projectIds: [projectId],
    environments: [],
    range: { fromMs: nowMs - DAY_MS, toMs: nowMs + 1 },
    condition: { all: [] },
  };
  const names = name === 'filters' ? filteredBy : await attributeNames(deps, lastDay);
  const rows = await deps.telemetry.query('spanSamples', {
    ...lastDay,
    attributes: names,
    order: 'newest',
    after: null,
    count: limits.PREVIEW_SPAN_COUNT_MAX,
  });
  const spans = rows.map((row) => sampleOf(row, names, name === 'filters'));
  const effects = name === 'filters' ? { filtered: filteredOf(spans, rules) } : { scrubbed: scrubbedOf(spans, rules) };
  return { ...noSpans, examined: spans.length, ...effects };
}

/** What the filters look at. */
const filteredBy = [
  ...['url.full', 'user_agent.original', 'user.ip_address', 'client.address', 'browser.name', 'browser.version'].map(
    (name) => nameOfType(name, 'string'),
  ),
  nameOfType('sentry.is_localhost', 'boolean'),
];

/** The most frequent attributes, of which two that differ in case only cannot be read together. */
async function attributeNames(deps: QueryDeps, search: SpansInRange): Promise<string[]> {
  const found = await newestAttributes(deps, search, {
    sampleCount: limits.PREVIEW_SPAN_COUNT_MAX,
    count: limits.PREVIEW_SPAN_ATTRIBUTE_COUNT_MAX,
  });
  return [...new Map(found.toReversed().map(({ name }) => [name.toLowerCase(), name])).values()];
}

interface Sample {
  isSegment: boolean;
  segmentId: string;
  name: string;
  attributes: Map<string, AttributeValue>;
}

/** The release is a column, which scrubbing does not see. */
function sampleOf(row: QueryRows['spanSamples'], names: readonly string[], hasRelease: boolean): Sample {
  const attributes = new Map<string, AttributeValue>();
  for (const [index, typed] of names.entries()) {
    const value = row.values[index];
    if (value !== null && value !== undefined) attributes.set(plainName(typed), value);
  }
  if (hasRelease && row.release !== '') attributes.set('sentry.release', row.release);
  return { isSegment: row.isSegment, segmentId: row.segmentId, name: row.name, attributes };
}

/** As with events, the sender is not stored. */
function filteredOf(spans: readonly Sample[], { filters }: ProjectRules): SpanPreview['filtered'] {
  const found = new Map<string, { spans: number; names: Set<string> }>();
  const dispositions = judgeSpans(spans, { clientAddress: null, userAgent: null }, filters);
  for (const [index, { name }] of spans.entries()) {
    const reason = dispositions[index]?.reason;
    if (reason === undefined) continue;
    const known = found.get(reason) ?? { spans: 0, names: new Set() };
    known.spans++;
    if (known.names.size < limits.FILTERED_EXAMPLE_COUNT_MAX) known.names.add(name);
    found.set(reason, known);
  }
  return [...found]
    .map(([reason, { spans: count, names }]) => ({
      reason,
      explanation: (reasons.filtered as Record<string, string>)[reason] ?? '',
      spans: count,
      names: [...names],
    }))
    .sort((one, other) => other.spans - one.spans);
}

function scrubbedOf(spans: readonly Sample[], { scrubbing }: ProjectRules): SpanPreview['scrubbed'] {
  const found = new Map<string, SpanPreview['scrubbed'][number]>();
  const changed = (path: string, before: unknown, after: unknown) => {
    if (Object.is(before, after)) return;
    const known = found.get(path);
    if (known) known.spans++;
    else if (found.size < limits.PREVIEW_FIELD_COUNT_MAX) {
      found.set(path, { path, spans: 1, before: shortText(before), after: shortText(after) });
    }
  };
  for (const { name, attributes } of spans) {
    const after = { name, data: new Map(attributes) };
    scrubSpanForProject(after, scrubbing);
    changed('span.name', name, after.name);
    for (const [key, value] of attributes) changed(`span.data.${key}`, value, after.data.get(key));
  }
  return [...found.values()].sort((one, other) => other.spans - one.spans);
}

export function shortText(value: unknown): string {
  const text = typeof value === 'string' ? value : value === undefined ? '' : JSON.stringify(value);
  return text.length > limits.PREVIEW_VALUE_CHARS_MAX ? `${text.slice(0, limits.PREVIEW_VALUE_CHARS_MAX)}…` : text;
}
