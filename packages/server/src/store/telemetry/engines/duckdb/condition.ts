import { NUMBER_TEXT, type EventCondition } from '#domain/search/event-condition.ts';
import type { EventKey } from '../../queries/event-groups.ts';
import type { Parameter } from '../../queries/query.ts';
import { columnOf } from '../../tables/entries.ts';
import { events } from '../../tables/events.ts';

/** The first column of a field has its whole value. */
const columnNameOf = (field: keyof typeof events.fields): string => events.fields[field][0]!.name;

/** A condition as SQL that is never null, so that it can be negated. Every value is a parameter, named `w0`, `w1`, … */
export function conditionDuckdb(condition: EventCondition): { text: string; parameters: Record<string, Parameter> } {
  const parameters: Record<string, Parameter> = {};
  const bind = (value: Parameter): string => {
    const name = `w${Object.keys(parameters).length}`;
    parameters[name] = value;
    return `$${name}`;
  };

  const sqlOf = (of: EventCondition): string => {
    if ('all' in of) return joined(of.all.map(sqlOf), 'and', 'true');
    if ('any' in of) return joined(of.any.map(sqlOf), 'or', 'false');
    if ('not' in of) return `(not ${sqlOf(of.not)})`;
    if ('issueIds' in of) return `(issue_id in (select unnest(${bind(of.issueIds)}::bigint[])))`;
    if ('eventIds' in of && of.eventIds.length === 1) return `(event_id = ${bind(of.eventIds[0]!)}::uuid)`;
    if ('eventIds' in of) return `(event_id in (select unnest(${bind(of.eventIds)}::varchar[])::uuid))`;
    if ('projectIds' in of) return `list_contains(${bind(of.projectIds)}::bigint[], project_id)`;
    if ('traceId' in of) return `coalesce(trace_id = ${bind(of.traceId)}::uuid, false)`;
    if ('handled' in of) return of.handled ? 'coalesce(handled, false)' : 'coalesce(not handled, false)';
    if ('time' in of) return `(${columnNameOf(of.time)} ${of.comparison} ${bind(Math.floor(of.value))}::bigint)`;
    if ('text' in of) return textSql(of.text, of.in);
    if ('column' in of) {
      const column = columnNameOf(of.column);
      if ('like' in of) return likeSql(column, of.like);
      if ('isIgnoringCase' in of) {
        return `list_contains(${bind(of.isIgnoringCase.map((value) => value.toWellFormed()))}::varchar[], lower(${column}))`;
      }
      const [only = '', ...others] = of.is;
      if (of.is.length > 0 && others.length === 0) return `(${column} = ${text(only)})`;
      // A function of the column alone runs once per repeated value; an `or` runs once per row.
      return `list_contains(${bind(of.is.map((value) => value.toWellFormed()))}::varchar[], ${column})`;
    }
    const column = columnOf(of);
    // Tags are the text of a JSON object, in which an unescaped quote ends a name or a value. An entry lies between a
    // brace or comma and the end of its value, so entries can be found without parsing the JSON.
    const name = JSON.stringify(of.key.toWellFormed());
    const has = (entry: string) =>
      `(contains(${column}, ${text(`,${entry}`)}) or starts_with(${column}, ${text(`{${entry}`)}))`;
    if ('known' in of) return has(`${name}:`);
    if ('is' in of) return oneOf(of.is.map((value) => has(`${name}:${JSON.stringify(value.toWellFormed())}`)));
    const before = `[{,]${escaped(name)}:"`;
    if ('isIgnoringCase' in of) {
      // The name keeps its case, so the entry is cut out first.
      const found = `lower(regexp_extract(${column}, ${text(`[{,]${escaped(name)}:"${ANY_IN_STRING}"`)})[2:])`;
      const entries = of.isIgnoringCase.map((value) => `${name}:${JSON.stringify(value.toWellFormed())}`.toLowerCase());
      return `list_contains(${bind(entries)}::varchar[], ${found})`;
    }
    if ('like' in of) {
      const pieces = of.like.map((piece) => escaped(JSON.stringify(piece.toWellFormed()).slice(1, -1)));
      // Extraction runs once per value of a dictionary; matching would run once per row.
      return `(regexp_extract(${column}, ${text(`${before}${pieces.join(ANY_IN_STRING)}"`)}) <> '')`;
    }
    const number = `try_cast(regexp_extract(${column}, ${text(`${before}(${NUMBER_TEXT})"`)}, 1) as double)`;
    return `coalesce(${number} ${of.comparison} ${text(String(of.value))}::double, false)`;
  };

  const text = (value: string) => `${bind(value.toWellFormed())}::varchar`;

  const likeSql = (column: string, pieces: readonly string[]): string => patternDuckdb(column, pieces, text);

  const textSql = (pieces: readonly string[], where: 'title' | 'anywhere'): string => {
    const lower = pieces.map((piece) => piece.toWellFormed().toLowerCase());
    const found = (column: string) => likeSql(`lower(${column})`, ['', ...lower, '']);
    if (where === 'title') return found('title');
    const inJson = lower.map((piece) => escaped(JSON.stringify(piece).slice(1, -1)));
    const inTags = `regexp_matches(lower(tags), ${text(`":"${ANY_IN_STRING}${inJson.join(ANY_IN_STRING)}`)})`;
    return oneOf([found('title'), found('culprit'), found('transaction'), inTags]);
  };

  return { text: sqlOf(condition), parameters };
}

/** Whether the text of a column has these pieces one after the other, with anything between them. */
export function patternDuckdb(column: string, pieces: readonly string[], text: (value: string) => string): string {
  const [first = '', middle = '', last = ''] = pieces;
  if (pieces.length === 1) return `(${column} = ${text(first)})`;
  if (pieces.length === 2 && middle === '') return `starts_with(${column}, ${text(first)})`;
  if (pieces.length === 3 && first === '' && last === '') return `contains(${column}, ${text(middle)})`;
  return `regexp_full_match(${column}, ${text(`(?s)${pieces.map(escaped).join('.*')}`)})`;
}

/** The columns that events are grouped by, as text that is never null, named `k0`, `k1`, … Every value is a parameter. */
export function keysDuckdb(by: readonly EventKey[]): {
  text: string;
  names: string;
  parameters: Record<string, Parameter>;
} {
  const parameters: Record<string, Parameter> = {};
  const columnSql = (key: EventKey, index: number): string => {
    if ('number' in key) return `${columnNameOf(key.number)}::varchar`;
    if ('column' in key) return columnNameOf(key.column);
    if ('handled' in key) return `coalesce(handled::varchar, '')`;
    const name = `key${index}`;
    if ('bucketMs' in key) {
      parameters[name] = key.bucketMs;
      const length = `$${name}::bigint`;
      return `(at_ms - (at_ms % ${length} + ${length}) % ${length})::varchar`;
    }
    parameters[name] = key.key.toWellFormed();
    const column = columnOf(key);
    return `case when ${column} = '' then '' else coalesce((${column}::json::map(varchar, varchar))[$${name}::varchar], '') end`;
  };
  const columns = by.length === 0 ? [`''`] : by.map(columnSql);
  return {
    text: columns.map((column, index) => `${column} as k${index}`).join(', '),
    names: columns.map((_, index) => `k${index}`).join(', '),
    parameters,
  };
}

/** A wildcard in a value of a JSON object: no quote that would end it. */
const ANY_IN_STRING = String.raw`(?:[^"\\]|\\.)*`;

/** Text as a regular expression that matches itself. RE2 is linear in the text's length. */
function escaped(piece: string): string {
  return piece.replaceAll(/[\\^$.|?*+()[\]{}]/g, String.raw`\$&`);
}

function oneOf(parts: string[]): string {
  return joined(parts, 'or', 'false');
}

export function joined(parts: string[], by: 'and' | 'or', none: string): string {
  return parts.length === 0 ? none : `(${parts.join(` ${by} `)})`;
}
