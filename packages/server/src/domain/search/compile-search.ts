import { readEventId, type EventId, type IssueId } from '@seismo/protocol';
import type { IssueCondition } from './issue-condition.ts';
import type { EventCondition } from './event-condition.ts';
import { all, any, termsOf, SearchSyntaxError, type Search, type Term, type Words } from './ast.ts';
import { isSearchKey, keyOf, needsMembers, needsReleases, type Known } from './keys.ts';
import { parseSearch } from './parse.ts';

/**
 * Compiles a search of issues or events. A part with only event terms becomes one condition, "one event matches all of
 * this", and so does a part with only issue terms. Where OR or NOT mix both, the parts of the other kind run first and
 * are replaced by the issues they found.
 */

/** The search of a list without a query. */
export const defaultSearch = 'is:unresolved';

/** What a search compiles to, once the parts of the other kind have run. */
export interface SearchPlan<Compiled, Other> {
  first: Other[];
  /** `found`: the issues of each of `first`. */
  complete(found: IssueId[][]): Compiled;
}

/** The condition for an issue in a list: about itself, and about an event of its own. */
export interface CompiledIssueSearch {
  issue: IssueCondition;
  /** `null`: any event in range. */
  event: EventCondition | null;
}

export function readSearch(text: string): Search {
  return parseSearch(text, isSearchKey);
}

export function readsReleases(search: Search): boolean {
  return termsOf(search).some((term) => term.kind === 'filter' && needsReleases(term));
}

export function readsMembers(search: Search): boolean {
  return termsOf(search).some((term) => term.kind === 'filter' && needsMembers(term));
}

export function compileIssueSearch(search: Search, known: Known): SearchPlan<CompiledIssueSearch, EventCondition> {
  check(search, known, 'issue');
  const parts = search.kind === 'all' ? search.of : [search];
  const ofEvents = parts.filter((part) => sideOf(part, 'issue') === 'event');
  const rest = all(
    parts.filter((part) => !ofEvents.includes(part)),
    search,
  );
  const event = ofEvents.length === 0 ? null : translated<EventCondition>(all(ofEvents, search), 'event', known);
  const first: EventCondition[] = [];
  const issueOf = combineTerms<IssueCondition, EventCondition>(rest, 'issue', known, first, (ids) => ({ ids }));
  return { first, complete: (found) => ({ issue: issueOf(found), event }) };
}

export function compileEventSearch(search: Search, known: Known): SearchPlan<EventCondition, IssueCondition> {
  check(search, known, 'event');
  const first: IssueCondition[] = [];
  const complete = combineTerms<EventCondition, IssueCondition>(search, 'event', known, first, (issueIds) => ({
    issueIds,
  }));
  return { first, complete };
}

type Side = 'issue' | 'event';

/** A term belongs to the listed kind if its key supports that; else to the other. */
function sideOf(search: Search, listed: Side): Side | 'mixed' {
  const sides = new Set(termsOf(search).map((term) => sideOfTerm(term, listed)));
  return sides.size > 1 ? 'mixed' : ([...sides][0] ?? listed);
}

function sideOfTerm(term: Term, listed: Side): Side {
  if (term.kind === 'words') return eventIdOf(term) === null ? listed : 'event';
  const other = listed === 'issue' ? 'event' : 'issue';
  return keyOf(term)[listed] ? listed : other;
}

type Condition = IssueCondition | EventCondition;

/** The condition of one kind, from the issues found by the parts of the other, which are added to `first`. */
function combineTerms<Own extends Condition, Other extends Condition>(
  search: Search,
  listed: Side,
  known: Known,
  first: Other[],
  ofIssues: (ids: IssueId[]) => Own,
): (found: IssueId[][]) => Own {
  const combined = (part: Search) => combineTerms(part, listed, known, first, ofIssues);
  const side = sideOf(search, listed);
  if (side === listed) {
    const own = translated<Own>(search, listed, known);
    return () => own;
  }
  if (side !== 'mixed') {
    const index = first.push(translated<Other>(search, side, known)) - 1;
    return (found) => ofIssues(found[index]!);
  }
  if (search.kind === 'not') {
    const of = combined(search.of);
    return (found) => connected<Own>({ not: of(found) });
  }
  if (search.kind !== 'all' && search.kind !== 'any') throw new Error('a single term is of one side');
  const others = search.of.filter((part) => ![listed, 'mixed'].includes(sideOf(part, listed)));
  const together = search.kind === 'all' ? all(others, search) : any(others, search);
  const parts = [...search.of.filter((part) => !others.includes(part)), ...(others.length > 0 ? [together] : [])];
  const of = parts.map(combined);
  return (found) => {
    const conditions = of.map((condition) => condition(found));
    return connected<Own>(search.kind === 'all' ? { all: conditions } : { any: conditions });
  };
}

/** The same tree, as conditions of one kind. */
function translated<Own extends Condition>(search: Search, side: Side, known: Known): Own {
  switch (search.kind) {
    case 'all':
      return connected<Own>({ all: search.of.map((part) => translated<Own>(part, side, known)) });
    case 'any':
      return connected<Own>({ any: search.of.map((part) => translated<Own>(part, side, known)) });
    case 'not':
      return connected<Own>({ not: translated<Own>(search.of, side, known) });
    default:
      return conditionOf(search, side, known) as Own;
  }
}

/** Both kinds of conditions combine alike. */
function connected<Own extends Condition>(condition: { all: Own[] } | { any: Own[] } | { not: Own }): Own {
  return condition as Condition as Own;
}

function conditionOf(term: Term, side: Side, known: Known): IssueCondition | EventCondition {
  if (term.kind === 'words') {
    if (!term.phrase) refuseFunction(term);
    const eventId = eventIdOf(term);
    if (eventId !== null) {
      return { any: [{ eventIds: [eventId] }, { traceId: eventId }, { text: term.pieces, in: 'anywhere' }] };
    }
    // Any part of the headline matches, as displayed; all else matches by words, as in the index.
    return side === 'issue'
      ? { any: [{ headline: term.pieces }, { text: term.pieces, whole: term.phrase, in: null }] }
      : { text: term.pieces, in: 'anywhere' };
  }
  const toCondition = keyOf(term)[side];
  if (!toCondition) throw new Error(`"${term.key}" belongs to the other store`);
  return toCondition(term, known);
}

/** Sentry's conditions on aggregates and feature flags would otherwise be searched as text, which never matches. */
export function refuseFunction({ pieces, from, to }: Words): void {
  const name = FUNCTION.exec(pieces[0]!)?.[0];
  if (name === undefined) return;
  throw new SearchSyntaxError(
    { from, to },
    `Seismo cannot search by "${name}". To search for the text itself, put it in quotes.`,
  );
}

const FUNCTION =
  /^(?:(?:any|apdex|avg|corr|count|count_if|count_miserable|count_unique|count_web_vitals|cov|eps|epm|failure_count|failure_rate|first_seen|last_seen|max|min|p\d{2,3}|percentile|spm|sum|tpm|tps|user_misery|uniq)\([^)]*\)|flags\[[^\]]*\]):/;

/** The event that a bare ID names, written in either form. It may be the ID of a trace as well. */
export function eventIdOf(search: Search): EventId | null {
  return search.kind === 'words' && !search.phrase && search.pieces.length === 1
    ? readEventId(search.pieces[0]!)
    : null;
}

/** All terms are compiled before any query: the leftmost error is reported. */
function check(search: Search, known: Known, listed: Side): void {
  for (const term of termsOf(search)) conditionOf(term, sideOfTerm(term, listed), known);
}
