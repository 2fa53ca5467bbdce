import type { ShareLinksView } from '@seismo/server';
import clsx from 'clsx';
import { useEffect, useState, useTransition } from 'react';
import { absolute } from '#lib/time/absolute.ts';
import { ExactTime } from '#lib/time/exact-time.tsx';
import { useZone } from '#lib/time/zone.ts';
import { Button } from '#ui/button.tsx';
import { CopyButton } from '#ui/copy-button.tsx';
import type { Refused } from '#ui/fields.ts';
import { inputClass } from '#ui/input-class.ts';
import { Overlay } from '#ui/overlay.tsx';
import { callAction } from '#ui/call-action.ts';
import type { Target } from '#server/target.ts';
import { createShare, endShare, sharesOf } from './actions.ts';

const spans = [
  [1, '1 day'],
  [7, '7 days'],
  [30, '30 days'],
] as const;

/** Makes a link to the event that is shown, and lists those that are open. */
export function ShareDialog({
  issue,
  shortId,
  eventId,
  onClose,
}: {
  issue: Target;
  shortId: string;
  eventId: string;
  onClose: () => void;
}) {
  const { organizationId, id } = issue;
  const [view, setView] = useState<ShareLinksView | null>(null);
  const [days, setDays] = useState<number>(7);
  const [made, setMade] = useState<{ id: number; link: string } | null>(null);
  const [problem, setProblem] = useState('');
  const [pending, start] = useTransition();
  const show = (answer: Awaited<ReturnType<typeof sharesOf>> | Refused) => {
    if (answer && 'ok' in answer) setProblem(answer.message);
    else setView(answer);
  };
  useEffect(() => {
    void callAction(sharesOf({ organizationId, id })).then(show);
  }, [organizationId, id]);

  const make = () =>
    start(async () => {
      const result = await callAction(createShare(issue, eventId, days));
      if (!result.ok) return setProblem(result.message);
      setProblem('');
      setMade(result);
      show(await callAction(sharesOf(issue)));
    });
  const end = (id: number) =>
    start(async () => {
      const result = await callAction(endShare(issue, id));
      if (!result.ok) return setProblem(result.message ?? '');
      setProblem('');
      if (made?.id === id) setMade(null);
      show(await callAction(sharesOf(issue)));
    });

  return (
    <Overlay label={`Share ${shortId}`} onClose={onClose}>
      <div className="flex flex-col gap-4 p-5 text-13" aria-busy={pending || view === null}>
        <div className="flex flex-col gap-1.5">
          <h2 className="text-16">Share {shortId}</h2>
          <p className="text-muted">
            Whoever has the link reads this event without an account: what broke, the stack trace with its source, since
            when and how often. Nothing about people is in it: no users, requests, tags, breadcrumbs, variables or
            comments.
          </p>
        </div>
        {view?.allowed === false ? (
          <p className="rounded-md bg-warning-wash px-3 py-2">
            The organization does not allow links to its issues. Those that were made do not open.
          </p>
        ) : (
          <div className="flex flex-wrap items-center gap-3">
            <fieldset className="flex rounded-md border border-line bg-surface p-px">
              <legend className="sr-only">Good for</legend>
              {spans.map(([count, name]) => (
                <label
                  key={count}
                  className={clsx(
                    'flex h-8 cursor-pointer items-center rounded-sm px-3 has-focus-visible:outline-2 has-focus-visible:outline-accent',
                    days === count ? 'bg-accent-wash font-medium text-accent' : 'text-muted hover:text-ink',
                  )}
                >
                  <input
                    type="radio"
                    name="days"
                    className="sr-only"
                    checked={days === count}
                    onChange={() => setDays(count)}
                    {...(days === count && { 'data-first-focus': true })}
                  />
                  {name}
                </label>
              ))}
            </fieldset>
            <Button variant="primary" pending={pending} onClick={() => pending || make()}>
              Create the link
            </Button>
          </div>
        )}
        {made ? (
          <div className="flex flex-col gap-1.5" role="status">
            <div className="flex items-center gap-2">
              <input
                readOnly
                aria-label="The link"
                value={made.link}
                onFocus={(event) => event.currentTarget.select()}
                className={clsx(inputClass, 'h-8! min-w-0 flex-1 font-mono text-12!')}
              />
              <CopyButton text={made.link} label="Copy the link">
                Copy
              </CopyButton>
            </div>
            <p className="text-12 text-muted">It is shown this once: copy it now.</p>
          </div>
        ) : null}
        {problem ? (
          <p role="alert" className="rounded-md bg-error-wash px-3 py-2 text-error">
            {problem}
          </p>
        ) : null}
        {view && view.shares.length > 0 ? <OpenLinks view={view} pending={pending} onEnd={end} /> : null}
        <div className="flex justify-end">
          <Button onClick={onClose}>Close</Button>
        </div>
      </div>
    </Overlay>
  );
}

function OpenLinks({ view, pending, onEnd }: { view: ShareLinksView; pending: boolean; onEnd: (id: number) => void }) {
  const zone = useZone();
  return (
    <section aria-label="Open links" className="flex flex-col gap-1">
      <h3 className="text-12 font-normal text-muted">Open links</h3>
      <ul className="rounded-md border border-line">
        {view.shares.map(({ id, eventId, by, createdAtMs, expiresAtMs, lastOpenedAtMs }) => (
          <li key={id} className="flex items-center gap-3 border-line px-3 py-2 not-last:border-b">
            <div className="min-w-0 flex-1">
              <p className="[overflow-wrap:anywhere]">
                Ends <ExactTime atMs={expiresAtMs} to="minute" />{' '}
                <span className="font-mono text-12 text-muted" title="The event that it shows">
                  {eventId.slice(0, 8)}
                </span>
              </p>
              <p className="text-12 [overflow-wrap:anywhere] text-muted">
                Made <ExactTime atMs={createdAtMs} to="minute" />
                {by === null ? '' : ` by ${by}`}.{' '}
                {lastOpenedAtMs === null ? (
                  'Not opened yet'
                ) : (
                  <>
                    Opened <ExactTime atMs={lastOpenedAtMs} to="minute" />
                  </>
                )}
              </p>
            </div>
            <Button
              small
              variant="danger"
              pending={pending}
              aria-label={`End the link of ${absolute(createdAtMs, zone, 'minute')}`}
              onClick={() => pending || onEnd(id)}
            >
              End
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
