import type { SpanCondition } from '#domain/spans/span-condition.ts';
import type { Parameter } from '../../queries/query.ts';
import { spans } from '../../tables/spans.ts';
import { joined, patternDuckdb } from './condition.ts';
import { identifier } from './span-files/relation.ts';

/** The first column of a field has its whole value. */
export const spanColumnDuckdb = (field: keyof typeof spans.fields): string => spans.fields[field][0]!.name;

/**
 * A condition as SQL, of which null is as good as false. Comparisons are plain, because DuckDB then knows from the statistics of
 * a file where none is true. Every value is a parameter, named `w0`, `w1`, …
 */
export function spanConditionDuckdb(condition: SpanCondition): SpanSql {
  return sqlOf(condition, 'w', false);
}

/** A condition as an SQL value that is never null, with parameters of another prefix, for a query with two conditions. */
export function spanFulfillsDuckdb(condition: SpanCondition, prefix: string): SpanSql {
  return sqlOf(condition, prefix, true);
}

export interface SpanSql {
  text: string;
  parameters: Record<string, Parameter>;
}

function sqlOf(condition: SpanCondition, prefix: string, isValue: boolean): SpanSql {
  const parameters: Record<string, Parameter> = {};
  const bind = (value: Parameter): string => {
    const name = `${prefix}${Object.keys(parameters).length}`;
    parameters[name] = value;
    return `$${name}`;
  };
  const text = (value: string): string => `${bind(value.toWellFormed())}::varchar`;
  const oneOf = (column: string, is: readonly string[]): string => {
    const [only] = is;
    if (only !== undefined && is.length === 1) return `(${column} = ${text(only)})`;
    return `list_contains(${bind(is.map((value) => value.toWellFormed()))}::varchar[], ${column})`;
  };
  const like = (column: string, pieces: readonly string[]): string => patternDuckdb(column, pieces, text);

  /** What is negated must not be null. */
  const of = (part: SpanCondition, isNegatable: boolean): string => {
    const known = (sql: string): string => (isNegatable ? `coalesce(${sql}, false)` : sql);
    const parts = (all: SpanCondition[]) => all.map((each) => of(each, isNegatable));
    if ('all' in part) return joined(parts(part.all), 'and', 'true');
    if ('any' in part) return joined(parts(part.any), 'or', 'false');
    if ('not' in part) return `(not ${of(part.not, true)})`;
    if ('projectIds' in part) return `list_contains(${bind(part.projectIds)}::bigint[], project_id)`;
    if ('traceId' in part) return `(trace_id = ${bind(part.traceId)}::uuid)`;
    if ('id' in part) {
      const column = spanColumnDuckdb(part.id);
      const ids = part.is.filter((id) => id !== '').map((id) => `0x${id}`);
      const found = `coalesce(list_contains(${bind(ids)}::varchar[]::ubigint[], ${column}), false)`;
      return part.is.includes('') ? `(${column} is null or ${found})` : found;
    }
    if ('isSegment' in part) return part.isSegment ? 'is_segment' : '(not is_segment)';
    if ('number' in part) {
      const column = spanColumnDuckdb(part.number);
      if (part.number === 'startUs' || part.number === 'durationUs') {
        return `(${column} ${part.comparison} ${bind(integerBound(part))}::bigint)`;
      }
      return known(`(${column} ${part.comparison} ${bind(String(part.value))}::varchar::double)`);
    }
    if ('text' in part) {
      return like(
        'lower(name)',
        ['', ...part.text, ''].map((piece) => piece.toWellFormed().toLowerCase()),
      );
    }
    if ('column' in part) {
      const column = spanColumnDuckdb(part.column);
      return 'is' in part ? oneOf(column, part.is) : like(column, part.like);
    }
    const column = identifier(part.attribute);
    if ('known' in part) return `(${column} is not null)`;
    if ('is' in part) return known(oneOf(column, part.is));
    if ('like' in part) return known(like(column, part.like));
    if ('isTrue' in part) return known(`(${column} = ${part.isTrue})`);
    return known(`(${column} ${part.comparison} ${bind(String(part.value))}::varchar::double)`);
  };

  return { text: of(condition, isValue), parameters };
}

/** The integer that gives the same result for integers. */
function integerBound({ comparison, value }: { comparison: '>' | '>=' | '<' | '<='; value: number }): number {
  const bound = comparison === '>' || comparison === '<=' ? Math.floor(value) : Math.ceil(value);
  return Math.max(-(2 ** 53), Math.min(2 ** 53, bound));
}
