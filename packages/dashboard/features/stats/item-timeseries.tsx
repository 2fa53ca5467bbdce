import type { OutcomesView } from '@seismo/server';
import { TimeSeries } from '#charts/time-series.tsx';
import { Time } from '#lib/time/time.tsx';
import { count, plural } from '#ui/count.ts';
import { Link } from '#ui/link.tsx';
import { rangeText } from '#shell/context-bar/time-range.ts';
import { runtime } from '#server/runtime.ts';
import { runQuery } from '#server/viewer.ts';
import { keyName } from './ledger.ts';
import { Cell, Rows } from './rows.tsx';
import { examplesHref, untimedHref, type StatsUrlState, type ItemFilter } from './search-params.ts';

interface Props {
  /** All keys of the page, so that their names can be told apart. */
  allKeys: OutcomesView['keys'];
  urlState: StatsUrlState;
  itemFilter: ItemFilter;
  nowMs: number;
}

/** The arrival times and client keys of the items behind a number. */
export async function ItemTimeseries({ allKeys, urlState, itemFilter, nowMs }: Props) {
  const { range, key } = urlState;
  const { series, keys } = await runQuery((viewer) =>
    runtime().query.outcomeTimeseries(viewer, { ...urlState, ...itemFilter }),
  );
  return (
    <div className="my-4 flex flex-col gap-4">
      <TimeSeries
        {...series}
        nowMs={nowMs}
        series={[{ name: 'Items', color: 'var(--bar)', values: series.values }]}
        unit="item"
        caption={`Items, ${rangeText(range)}`}
        height={64}
        href={untimedHref(urlState, itemFilter)}
        zoomsOnClick
      />
      {key === null && keys.length > 0 ? (
        <Rows head={['Key', 'Last seen', 'Items']}>
          {keys.map((each) => (
            <tr key={`${each.project} ${each.keyId}`} className="border-b border-line">
              <Cell>
                <Link
                  href={examplesHref({ ...urlState, projects: [each.project], key: each.keyId }, itemFilter)}
                  aria-label={`Filter by ${keyName(each, allKeys)}`}
                  className="inline-block min-w-16 text-accent underline-offset-2 hover:underline"
                >
                  {keyName(each, allKeys)}
                </Link>
              </Cell>
              <Cell>
                <span className="whitespace-nowrap">
                  <Time atMs={each.lastAtMs} nowMs={nowMs} ago />
                </span>
              </Cell>
              <Cell number>
                <Link
                  href={examplesHref({ ...urlState, projects: [each.project], key: each.keyId }, itemFilter)}
                  aria-label={`${plural(each.quantity, 'item')} from ${keyName(each, allKeys)}`}
                  className="text-accent underline-offset-2 hover:underline"
                >
                  {count(each.quantity)}
                </Link>
              </Cell>
            </tr>
          ))}
        </Rows>
      ) : null}
    </div>
  );
}
