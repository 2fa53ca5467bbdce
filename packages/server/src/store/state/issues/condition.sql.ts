import { sql, type RawBuilder } from 'kysely';
import type { StateEngine } from '../engine.ts';
import type { IssueCondition, IssueField } from '#domain/search/issue-condition.ts';
import { textMatchOf } from '../search/match.ts';
import { searchWordOf } from './search-text.ts';

/** Fields and numbers are called as their columns. */
const fieldSql = (field: IssueField): RawBuilder<unknown> =>
  field === 'substate' || field === 'priority' ? sql`coalesce(${sql.ref(field)}, '')` : sql.ref(field);

/** Never null, so that it can be negated. Every value is a parameter. */
export function conditionSql(condition: IssueCondition, engine: StateEngine): RawBuilder<boolean> {
  const part = (of: IssueCondition) => conditionSql(of, engine);
  if ('all' in condition) return joined(condition.all.map(part), 'and', '1 = 1');
  if ('any' in condition) return joined(condition.any.map(part), 'or', '1 = 0');
  if ('not' in condition) return sql`(not ${part(condition.not)})`;
  if ('ids' in condition) return sql`(id in ${engine.list(condition.ids, 'bigint')})`;
  if ('projectIds' in condition) return sql`(project_id in ${engine.list(condition.projectIds, 'bigint')})`;
  if ('is' in condition) {
    if (condition.is.length === 0) return sql`(1 = 0)`;
    return sql`(${fieldSql(condition.field)} in (${sql.join(condition.is)}))`;
  }
  if ('like' in condition) return engine.like(fieldSql(condition.field), condition.like);
  if ('handled' in condition) return sql`(coalesce(handled, -1) = ${condition.handled ? 1 : 0})`;
  if ('archivedUntil' in condition) {
    const until = sql`coalesce(${engine.jsonText('archive', 'until')}, 'forever')`;
    return sql`(status = 'archived' and ${until} in ${engine.list(condition.archivedUntil, 'text')})`;
  }
  if ('assignedTo' in condition) {
    const { assignedTo: to } = condition;
    if (to === 'anybody') return sql`(assignee_user_id is not null or assignee_team_id is not null)`;
    const userIds = to.flatMap((each) => (each.kind === 'user' ? [each.userId] : []));
    const teams = to.flatMap((each) => (each.kind === 'team' ? [each.teamId] : []));
    return sql`(coalesce(assignee_user_id, 0) in ${engine.list(userIds, 'bigint')}
      or coalesce(assignee_team_id, 0) in ${engine.list(teams, 'bigint')})`;
  }
  if ('alerted' in condition) {
    return sql`(id in (select issue_id from alert join alert_match on alert_id = alert.id where suppressed = ''))`;
  }
  if ('bookmarkedBy' in condition) {
    return sql`(id in (select issue_id from issue_bookmark where user_id = ${condition.bookmarkedBy}))`;
  }
  if ('regressedIn' in condition) {
    const { regressedIn: names } = condition;
    const release = sql.ref('activity.release');
    const named =
      'is' in names ? sql`${release} in ${engine.list(names.is, 'text')}` : engine.like(release, names.like);
    return sql`(id in (select issue_id from activity where ${release} is not null and ${named}))`;
  }
  if ('headline' in condition) {
    const pattern = condition.headline.map((piece) => searchWordOf(piece).replaceAll(/[\\%_]/g, String.raw`\$&`));
    return sql`(search_text like ${`%${pattern.join('%')}%`} escape '\\')`;
  }
  if ('text' in condition) {
    const match = textMatchOf(condition.text, condition.whole, condition.in);
    return match ? engine.texts.matching(match) : sql`(1 = 0)`;
  }
  const { number, comparison, value } = condition;
  const holds = sql<boolean>`${sql.ref(number)} ${sql.raw(comparison)} ${wholeBound(comparison, value)}`;
  // The other columns are never null, and PostgreSQL uses their indexes only without `coalesce`.
  return number === 'regressedAtMs' ? sql`(coalesce(${holds}, 1 = 0))` : sql`(${holds})`;
}

/** The same bound as an integer, the type of the columns: PostgreSQL refuses fractions. */
function wholeBound(comparison: '>' | '>=' | '<' | '<=', value: number): number {
  const whole = comparison === '>' || comparison === '<=' ? Math.floor(value) : Math.ceil(value);
  return Math.max(Number.MIN_SAFE_INTEGER, Math.min(whole, Number.MAX_SAFE_INTEGER));
}

function joined(parts: RawBuilder<boolean>[], by: 'and' | 'or', none: string): RawBuilder<boolean> {
  if (parts.length === 0) return sql`(${sql.raw(none)})`;
  return sql`(${sql.join(parts, sql.raw(` ${by} `))})`;
}
