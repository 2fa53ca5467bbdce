import type { OutcomesView } from '@seismo/server';
import { count } from '#ui/count.ts';
import { Link } from '#ui/link.tsx';
import { Section } from '#ui/section.tsx';
import { dropReasons } from './drop-reasons.ts';
import { Cell, Rows } from './rows.tsx';
import { examplesHref, type StatsUrlState } from './search-params.ts';

/** Drops that clients report from before sending; each number links to details. */
export function Dropped({ ledger, urlState }: { ledger: OutcomesView; urlState: StatsUrlState }) {
  if (ledger.clientDiscards.length === 0) return null;
  return (
    <div id="dropped" className="scroll-mt-4">
      <Section
        title="Dropped by clients"
        note="Dropped before sending, as reported by the SDKs. Not part of the total."
      >
        <Rows head={['Category', 'Reason', 'Items']}>
          {ledger.clientDiscards.map(({ category, reason, quantity }) => (
            <tr key={`${category}:${reason}`} className="border-b border-line">
              <Cell>
                <span className="inline-block min-w-20">{category}</span>
              </Cell>
              <Cell>
                <code className="mr-1 text-12">{reason}</code>{' '}
                <span className="text-muted">{dropReasonOf(reason)?.means}</span>
              </Cell>
              <Cell number>
                <Link
                  href={examplesHref(urlState, { kind: category, outcome: 'client-discard', reason })}
                  aria-label={`${count(quantity)}, details of ${category} dropped for ${reason}`}
                  className="text-accent underline-offset-2 hover:underline"
                >
                  {count(quantity)}
                </Link>
              </Cell>
            </tr>
          ))}
        </Rows>
      </Section>
    </div>
  );
}

/** The meaning of a reason and the next step, where both are known. */
export function DropReason({ reason }: { reason: string }) {
  const known = dropReasonOf(reason);
  return (
    <div className="flex max-w-[72ch] flex-col gap-1 text-13">
      <p>{known ? known.means : 'Unknown reason, shown as the client reported it.'}</p>
      {known ? <p>{known.next}</p> : null}
      <p className="text-muted">
        Dropped data is never sent. Clients report only the count, without a release or page. Seismo records the time
        and the client key.
      </p>
    </div>
  );
}

function dropReasonOf(reason: string): (typeof dropReasons)[string] | undefined {
  return Object.hasOwn(dropReasons, reason) ? dropReasons[reason] : undefined;
}
