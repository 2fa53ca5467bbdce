import type { ShareLinksView } from '@seismo/server';
import clsx from 'clsx';
import { useCallback, useEffect, useState, useTransition } from 'react';
import { absolute } from '#lib/time/absolute.ts';
import { ExactTime } from '#lib/time/exact-time.tsx';
import { useZone } from '#lib/time/zone.ts';
import { Button } from '#ui/button.tsx';
import { CopyButton } from '#ui/copy-button.tsx';
import { inputClass } from '#ui/input-class.ts';
import { Overlay } from '#ui/overlay.tsx';
import { callAction } from '#ui/call-action.ts';
import type { Target } from '#server/target.ts';
import { read } from '#lib/read.ts';
import { createShare, revokeShare } from './actions.ts';

const spans = [
  [1, '1 day'],
  [7, '7 days'],
  [30, '30 days'],
] as const;

interface Props {
  issue: Target;
  shortId: string;
  eventId: string;
  onClose: () => void;
}

/** Creates a link to the current event and lists the active links. */
export function ShareDialog({ issue, shortId, eventId, onClose }: Props) {
  const { organizationId, id } = issue;
  const [view, setView] = useState<ShareLinksView | null>(null);
  const [days, setDays] = useState<number>(7);
  const [made, setMade] = useState<{ id: number; link: string } | null>(null);
  const [problem, setProblem] = useState('');
  const [pending, start] = useTransition();
  const show = useCallback(
    () =>
      read('shareLinks', organizationId, { issue: id }).then(setView, () =>
        setProblem('The server is not responding. Try again in a moment.'),
      ),
    [organizationId, id],
  );
  useEffect(() => void show(), [show]);

  const make = () =>
    start(async () => {
      const result = await callAction(createShare(issue, eventId, days));
      if (!result.ok) return setProblem(result.message);
      setProblem('');
      setMade(result);
      await show();
    });
  const end = (id: number) =>
    start(async () => {
      const result = await callAction(revokeShare(issue, id));
      if (!result.ok) return setProblem(result.message ?? '');
      setProblem('');
      if (made?.id === id) setMade(null);
      await show();
    });

  return (
    <Overlay label={`Share ${shortId}`} onClose={onClose}>
      <div className="flex flex-col gap-4 p-5 text-13" aria-busy={pending || view === null}>
        <div className="flex flex-col gap-1.5">
          <h2 className="text-16">Share {shortId}</h2>
          <p className="text-muted">
            Anyone with the link can view this event without an account: the error, its stack trace with source, and
            when and how often it occurred. The page includes no users, requests, tags, breadcrumbs, variables or
            comments.
          </p>
        </div>
        {view?.allowed === false ? (
          <p className="rounded-md bg-warning-wash px-3 py-2">
            Share links are turned off for this organization. Existing links do not work.
          </p>
        ) : (
          <div className="flex flex-wrap items-center gap-3">
            <fieldset className="flex rounded-md border border-line bg-surface p-px">
              <legend className="sr-only">Expires after</legend>
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
              Create link
            </Button>
          </div>
        )}
        {made ? (
          <div className="flex flex-col gap-1.5" role="status">
            <div className="flex items-center gap-2">
              <input
                readOnly
                aria-label="Link"
                value={made.link}
                onFocus={(event) => event.currentTarget.select()}
                className={clsx(inputClass, 'h-8! min-w-0 flex-1 font-mono text-12!')}
              />
              <CopyButton text={made.link} label="Copy link">
                Copy
              </CopyButton>
            </div>
            <p className="text-12 text-muted">Copy this link now. You will not see it again.</p>
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
    <section aria-label="Active links" className="flex flex-col gap-1">
      <h3 className="text-12 font-normal text-muted">Active links</h3>
      <ul className="rounded-md border border-line">
        {view.shares.map(({ id, eventId, by, createdAtMs, expiresAtMs, lastOpenedAtMs }) => (
          <li key={id} className="flex items-center gap-3 border-line px-3 py-2 not-last:border-b">
            <div className="min-w-0 flex-1">
              <p className="[overflow-wrap:anywhere]">
                Expires <ExactTime atMs={expiresAtMs} to="minute" />{' '}
                <span className="font-mono text-12 text-muted" title="Shared event">
                  {eventId.slice(0, 8)}
                </span>
              </p>
              <p className="text-12 [overflow-wrap:anywhere] text-muted">
                Created <ExactTime atMs={createdAtMs} to="minute" />
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
              aria-label={`Revoke link from ${absolute(createdAtMs, zone, 'minute')}`}
              onClick={() => pending || onEnd(id)}
            >
              {' '}
              Revoke{' '}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
