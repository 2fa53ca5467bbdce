import type { SpanCondition } from '#domain/spans/span-condition.ts';
import type { Parameter } from '../../queries/query.ts';
import { spans } from '../../tables/spans.ts';
import { joined, patternDuckdb } from './condition.ts';
import { identifier } from './span-files/relation.ts';

/** The first column of a field has its whole value. */
export const spanColumnDuckdb = (field: keyof typeof spans.fields): string => spans.fields[field][0]!.name;

/**
 * A condition as SQL that is never null, so that it can be negated. Every value is a parameter, named `w0`, `w1`, … or after
 * another prefix, for a query with two conditions.
 */
export function spanConditionDuckdb(
  condition: SpanCondition,
  prefix = 'w',
): { text: string; parameters: Record<string, Parameter> } {
  const parameters: Record<string, Parameter> = {};
  const bind = (value: Parameter): string => {
    const name = `${prefix}${Object.keys(parameters).length}`;
    parameters[name] = value;
    return `$${name}`;
  };
  const text = (value: string): string => `${bind(value.toWellFormed())}::varchar`;
  const number = (value: number): string => `${bind(String(value))}::varchar::double`;
  const oneOf = (column: string, is: readonly string[]): string =>
    `list_contains(${bind(is.map((value) => value.toWellFormed()))}::varchar[], ${column})`;
  const like = (column: string, pieces: readonly string[]): string => patternDuckdb(column, pieces, text);

  const sqlOf = (of: SpanCondition): string => {
    if ('all' in of) return joined(of.all.map(sqlOf), 'and', 'true');
    if ('any' in of) return joined(of.any.map(sqlOf), 'or', 'false');
    if ('not' in of) return `(not ${sqlOf(of.not)})`;
    if ('projectIds' in of) return `list_contains(${bind(of.projectIds)}::bigint[], project_id)`;
    if ('traceId' in of) return `(trace_id = ${bind(of.traceId)}::uuid)`;
    if ('id' in of) {
      const column = spanColumnDuckdb(of.id);
      const known = of.is.filter((id) => id !== '').map((id) => `0x${id}`);
      const found = `coalesce(list_contains(${bind(known)}::varchar[]::ubigint[], ${column}), false)`;
      return of.is.includes('') ? `(${column} is null or ${found})` : found;
    }
    if ('isSegment' in of) return of.isSegment ? 'is_segment' : '(not is_segment)';
    if ('number' in of) {
      const compared = `(${spanColumnDuckdb(of.number)}::double ${of.comparison} ${number(of.value)})`;
      return of.number === 'serverSampleRate' ? `coalesce(${compared}, false)` : compared;
    }
    if ('text' in of) {
      return like(
        'lower(name)',
        ['', ...of.text, ''].map((piece) => piece.toWellFormed().toLowerCase()),
      );
    }
    if ('column' in of) {
      const column = spanColumnDuckdb(of.column);
      return 'is' in of ? oneOf(column, of.is) : like(column, of.like);
    }
    const column = identifier(of.attribute);
    if ('known' in of) return `(${column} is not null)`;
    if ('is' in of) return `coalesce(${oneOf(column, of.is)}, false)`;
    if ('like' in of) return `coalesce(${like(column, of.like)}, false)`;
    if ('isTrue' in of) return `coalesce(${column} = ${of.isTrue}, false)`;
    return `coalesce(${column} ${of.comparison} ${number(of.value)}, false)`;
  };

  return { text: sqlOf(condition), parameters };
}
