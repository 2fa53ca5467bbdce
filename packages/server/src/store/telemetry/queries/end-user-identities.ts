import type { ProjectId } from '@seismo/protocol';
import type { EventCondition } from '#domain/search/event-condition.ts';
import { conditionDuckdb, keysDuckdb } from '../engines/duckdb/condition.ts';
import { matches } from '../engines/memory/condition.ts';
import { byKeys, groups } from '../engines/memory/rows.ts';
import type { EventKey } from './event-groups.ts';
import { integer, text, defineQuery } from './query.ts';

interface Params {
  projectId: ProjectId;
  /** As in `endUserEvents`. */
  of: EventCondition;
  count: number;
}

const by: EventKey[] = [
  { column: 'userKey' },
  { entry: 'attributes', key: 'user.email' },
  { entry: 'attributes', key: 'user.username' },
  { entry: 'attributes', key: 'user.ip' },
];

/** Which identifiers the events of an end user have together, the most frequent first. `total` counts all of the events. */
export const endUserIdentities = defineQuery({
  sql: {
    duckdb: (_, { of }: Params) => `
      with seen as (
        select ${keysDuckdb(by).text}, at_ms
        from events
        where project_id = $projectId::bigint and ${conditionDuckdb(of).text}
      )
      select
        k0 as "userKey",
        k1 as email,
        k2 as username,
        k3 as ip,
        count(*) as events,
        (sum(count(*)) over ())::bigint as total,
        min(min(at_ms)) over () as "firstSeenAtMs",
        max(max(at_ms)) over () as "lastSeenAtMs"
      from seen
      group by k0, k1, k2, k3
      order by events desc, k0, k1, k2, k3
      limit $count::bigint`,
  },
  bind: ({ of }) => ({ ...keysDuckdb(by).parameters, ...conditionDuckdb(of).parameters }),
  row: {
    userKey: text,
    email: text,
    username: text,
    ip: text,
    events: integer,
    total: integer,
    firstSeenAtMs: integer,
    lastSeenAtMs: integer,
  },
  memory: ({ events }, { projectId, of, count }) => {
    const found = events.filter(matches(of)).filter((event) => event.projectId === projectId);
    const times = found.map(({ atMs }) => atMs);
    const [firstSeenAtMs, lastSeenAtMs] = [Math.min(...times), Math.max(...times)];
    return groups(found, ({ userKey, attributes }) => [
      userKey,
      attributes['user.email'] ?? '',
      attributes['user.username'] ?? '',
      attributes['user.ip'] ?? '',
    ])
      .map((alike) => {
        const { userKey, attributes } = alike[0]!;
        const [email = '', username = '', ip = ''] = ['email', 'username', 'ip'].map(
          (key) => attributes[`user.${key}`],
        );
        const total = found.length;
        return { userKey, email, username, ip, events: alike.length, total, firstSeenAtMs, lastSeenAtMs };
      })
      .sort((a, b) =>
        byKeys([b.events, a.userKey, a.email, a.username, a.ip], [a.events, b.userKey, b.email, b.username, b.ip]),
      )
      .slice(0, count);
  },
});
