import { limits, reasons } from '@seismo/protocol';
import type { IssueId, Json, ProjectId, StoredEvent } from '@seismo/protocol';
import { filterEvent } from '#domain/filters/filters.ts';
import { hashKeySetting } from '#domain/configuration/hash-key.ts';
import { compileRules, type Documents, type ProjectRules } from '#domain/configuration/rules.ts';
import { parseFingerprintRules } from '#domain/grouping/rules/fingerprint-text.ts';
import { groupEvent } from '#domain/grouping/rules/group-event.ts';
import { parseStackRules } from '#domain/grouping/rules/stack-text.ts';
import { scrubForProject } from '#domain/scrubbing/project-scrubbing.ts';
import { decodeBody } from '#store/bodies/body.ts';
import type { ConfigurationName } from '#store/state/contract.ts';
import type { QueryDeps } from '../deps.ts';
import { projectNamed } from '../projects/projects.ts';
import type { Viewer } from '#domain/permissions/viewer.ts';
import { noSpans, previewSpans, shortText } from './preview-spans.ts';
import { configurationSchemas } from './schemas.ts';
import type { MovedView, PreviewView } from './views.ts';

/** The effect of these settings on the project's newest events. Nothing is written. */
export async function previewConfiguration(
  deps: QueryDeps,
  viewer: Viewer,
  projectSlug: string,
  name: ConfigurationName,
  document: object,
): Promise<PreviewView> {
  const { id, organizationId } = await projectNamed(deps, viewer, 'event:read', projectSlug);
  const schema = Object.hasOwn(configurationSchemas, name) ? configurationSchemas[name] : undefined;
  const read = schema?.safeParse(document);
  const problems = problemsOf(name, document);
  if (!read?.success) return { ...nothing, problems, refusal: read?.error.issues[0]?.message ?? 'Unknown settings.' };

  const current = (await deps.state.configurations([id])).map((one) => [one.name, one.document]);
  const documents: Documents = { ...Object.fromEntries(current), [name]: read.data as Json };
  const hashKey = (await deps.state.setting(hashKeySetting(organizationId))) ?? '';
  const rules = compileRules(documents, hashKey);
  const comparison = new Comparison(rules, name);
  const deadlineMs = deps.clock.now() + limits.PREVIEW_MS_MAX;
  const rows = await deps.telemetry.query('newestBodies', { projectId: id, count: limits.PREVIEW_EVENT_COUNT_MAX });
  let examined = 0;
  for (const { issueId, body } of rows) {
    if (deps.clock.now() > deadlineMs) break;
    comparison.at(await decodeBody(body), issueId);
    examined++;
  }
  return {
    refusal: null,
    problems,
    examined,
    sinceMs: rows[examined - 1]?.atMs ?? null,
    complete: examined === rows.length,
    filtered: comparison.filtered(),
    moved: await comparison.moved(deps, id),
    scrubbed: comparison.scrubbed(),
    spans: await previewSpans(deps, id, name, rules),
  };
}

const nothing = {
  examined: 0,
  sinceMs: null,
  complete: true,
  filtered: [],
  moved: [],
  scrubbed: [],
  spans: noSpans,
};

function problemsOf(name: ConfigurationName, document: object): PreviewView['problems'] {
  const text = (key: string) => {
    const value = name === 'grouping' ? (document as Record<string, unknown>)[key] : '';
    return typeof value === 'string' ? value : '';
  };
  return {
    fingerprintRules: parseFingerprintRules(text('fingerprintRules')).problems,
    stackRules: parseStackRules(text('stackRules')).problems,
  };
}

interface Move extends Omit<MovedView, 'from' | 'to'> {
  from: Map<IssueId, number>;
}

/** Adds up the effects on one event after the other. */
class Comparison {
  readonly #rules: ProjectRules;
  readonly #name: ConfigurationName;
  readonly #filtered = new Map<string, { events: number; titles: Set<string> }>();
  readonly #moves = new Map<string, Move>();
  readonly #scrubbed = new Map<string, PreviewView['scrubbed'][number]>();

  constructor(rules: ProjectRules, name: ConfigurationName) {
    this.#rules = rules;
    this.#name = name;
  }

  at(stored: StoredEvent, issueId: IssueId): void {
    if (this.#name === 'filters') this.#filter(stored);
    else if (this.#name === 'grouping') this.#group(stored, issueId);
    else if (this.#name === 'privacy') this.#scrub(stored);
  }

  /** The sender is not stored with an event: only the request identifies a crawler here. */
  #filter({ event, title }: StoredEvent): void {
    const disposition = filterEvent(event, { clientAddress: null, userAgent: null }, this.#rules.filters);
    if (!disposition) return;
    const known = this.#filtered.get(disposition.reason) ?? { events: 0, titles: new Set() };
    known.events++;
    if (known.titles.size < limits.FILTERED_EXAMPLE_COUNT_MAX) known.titles.add(title);
    this.#filtered.set(disposition.reason, known);
  }

  #group(stored: StoredEvent, issueId: IssueId): void {
    const { grouping, title, earlierHash } = groupEvent(stored.event, this.#rules.grouping);
    // A move by a late source map is not an effect of the rules.
    const hashes = [stored.grouping.hash, stored.mappedGrouping?.hash];
    if (hashes.includes(grouping.hash) || (earlierHash !== null && hashes.includes(earlierHash))) return;
    let move = this.#moves.get(grouping.hash);
    if (!move) {
      const rules = grouping.components.filter(({ kind }) => kind === 'rule').map(({ value }) => value);
      move = { title: title ?? stored.title, events: 0, from: new Map(), summary: grouping.summary, rules };
      this.#moves.set(grouping.hash, move);
    }
    move.events++;
    move.from.set(issueId, (move.from.get(issueId) ?? 0) + 1);
  }

  #scrub({ event }: StoredEvent): void {
    const after = scrubForProject(structuredClone(event), this.#rules.scrubbing);
    const fields = new Map(
      after._meta.slice(event._meta.length).map(({ path }) => [path.replaceAll(/(?<=\.)\d+(?=\.|$)/g, '*'), path]),
    );
    for (const [field, path] of fields) {
      const known = this.#scrubbed.get(field);
      if (known) known.events++;
      else if (this.#scrubbed.size < limits.PREVIEW_FIELD_COUNT_MAX) {
        this.#scrubbed.set(field, {
          path: field,
          events: 1,
          before: valueAt(event, path),
          after: valueAt(after, path),
        });
      }
    }
  }

  scrubbed(): PreviewView['scrubbed'] {
    return [...this.#scrubbed.values()].sort((one, other) => other.events - one.events);
  }

  filtered(): PreviewView['filtered'] {
    return [...this.#filtered]
      .map(([reason, { events, titles }]) => ({
        reason,
        explanation: (reasons.filtered as Record<string, string>)[reason] ?? '',
        events,
        titles: [...titles],
      }))
      .sort((one, other) => other.events - one.events);
  }

  async moved({ state }: QueryDeps, projectId: ProjectId): Promise<MovedView[]> {
    const known = await state.issuesByHash(projectId, [...this.#moves.keys()]);
    const ids = new Set([...known.values(), ...[...this.#moves.values()].flatMap(({ from }) => [...from.keys()])]);
    const shortIds = new Map((await state.issuesByIds([...ids])).map((issue) => [issue.id, issue.shortId]));
    return [...this.#moves]
      .map(([hash, { from, ...move }]) => ({
        ...move,
        from: [...from]
          .map(([id, events]) => ({ shortId: shortIds.get(id) ?? '', events }))
          .sort((one, other) => other.events - one.events),
        to: shortIds.get(known.get(hash) ?? (0 as IssueId)) ?? null,
      }))
      .sort((one, other) => other.events - one.events);
  }
}

/** The value at a dotted path, in which a key may itself have dots: the longest that fits is taken. */
const valueAt = (event: object, path: string): string => shortText(resolvePath(event, path.split('.')));

function resolvePath(holder: unknown, path: readonly string[]): unknown {
  if (path.length === 0) return holder;
  if (typeof holder !== 'object' || holder === null) return undefined;
  for (let length = path.length; length > 0; length--) {
    const key = path.slice(0, length).join('.');
    const pair = Array.isArray(holder) ? holder.find((one) => Array.isArray(one) && one[0] === key) : undefined;
    if (Array.isArray(pair)) return pair[1];
    if (Object.hasOwn(holder, key)) return resolvePath((holder as Record<string, unknown>)[key], path.slice(length));
  }
  return undefined;
}
