import type { OutcomesView } from '@seismo/server';
import { count } from '#ui/count.ts';
import { Link } from '#ui/link.tsx';
import { Section } from '#ui/section.tsx';
import { Time } from '#lib/time/time.tsx';
import { keyName, outcomeNames } from './ledger.ts';
import { Cell, Dot, Rows } from './rows.tsx';
import { examplesHref, statsHref, type StatsUrlState } from './search-params.ts';

/** Items by client key with their outcomes; each links to its own stats. */
export function Keys({ ledger, urlState, nowMs }: { ledger: OutcomesView; urlState: StatsUrlState; nowMs: number }) {
  const { keys } = ledger;
  return (
    <Section title="Client keys" note="Items by client key">
      <Rows head={['Key', 'Outcomes', 'Last used', 'Received']}>
        {keys.map((key) => (
          <tr key={`${key.project} ${key.keyId}`} className="border-b border-line">
            <Cell>
              <Link
                href={statsHref({ ...urlState, projects: [key.project], key: key.keyId })}
                aria-label={`Filter by ${keyName(key, keys)}`}
                className="inline-block min-w-16 text-accent underline-offset-2 hover:underline"
              >
                {keyName(key, keys)}
              </Link>
              {key.label === '' ? (
                <span className="block text-12 text-muted">
                  Seismo’s own reports, and items received before keys were recorded
                </span>
              ) : null}
            </Cell>
            <Cell>
              <span className="flex flex-wrap gap-x-4">
                {key.outcomes.map(({ outcome, quantity }) => (
                  <Link
                    key={outcome}
                    href={examplesHref({ ...urlState, projects: [key.project], key: key.keyId }, { outcome })}
                    className="whitespace-nowrap underline-offset-2 hover:underline"
                  >
                    <Dot outcome={outcome} /> <span className="text-accent">{count(quantity)}</span>{' '}
                    <span className="text-muted">{(outcomeNames[outcome] ?? outcome).toLowerCase()}</span>
                    <span className="sr-only"> from {keyName(key, keys)}</span>
                  </Link>
                ))}
              </span>
            </Cell>
            <Cell>
              <span className="whitespace-nowrap">
                <Time atMs={key.lastAtMs} nowMs={nowMs} ago />
              </span>
            </Cell>
            <Cell number>
              <Link
                href={statsHref({ ...urlState, projects: [key.project], key: key.keyId })}
                aria-label={`${count(key.received)} received from ${keyName(key, keys)}`}
                className="text-accent underline-offset-2 hover:underline"
              >
                {count(key.received)}
              </Link>
            </Cell>
          </tr>
        ))}
      </Rows>
    </Section>
  );
}

/** Names the client key that filters the page, with a link to all keys. */
export function KeyFilter({ ledger, urlState }: { ledger: OutcomesView; urlState: StatsUrlState }) {
  if (urlState.key === null) return null;
  const key = ledger.keys.find(({ keyId }) => keyId === urlState.key);
  return (
    <p className="mt-4 text-13">
      Filtered by client key{' '}
      {key ? <strong className="font-semibold">{keyName(key, ledger.keys)}</strong> : '(no items in this time range)'}.{' '}
      <Link href={statsHref({ ...urlState, key: null })} className="text-accent underline underline-offset-2">
        Show all keys
      </Link>
    </p>
  );
}
