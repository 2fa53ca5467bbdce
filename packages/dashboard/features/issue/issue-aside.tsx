import { connection } from 'next/server';
import { Time } from '#lib/time/time.tsx';
import { count, percent, plural } from '#ui/count.ts';
import { Link } from '#ui/link.tsx';
import { eventsHref } from '#features/events/search-params.ts';
import { termOf } from '#features/search/term.ts';
import { runtime } from '#server/runtime.ts';
import { runQuery } from '#server/viewer.ts';
import { releaseHref } from '#features/releases/search-params.ts';
import { isPartOfTag } from './event/event-facts.ts';
import { readIssue, readTagRates, readTags } from './read.ts';
import { SubscribeButton } from './subscribe-button.tsx';

type Params = Promise<{ shortId: string }>;

const VALUE_COUNT_MAX = 4;

/**
 * The distribution of each tag over the recent events, with the project's share; over all events if none are recent.
 */
export async function TagDistribution({ params }: { params: Params }) {
  const { shortId } = await params;
  const rates = await readTagRates(shortId);
  if (rates.events > 0 && rates.tags.length > 0) {
    const isAlone = rates.projectEvents === rates.events;
    return (
      <>
        <p className="mb-3 text-12 text-muted">
          Last 14 days{isAlone ? '' : '. The tick below each bar shows the share across the project'}
        </p>
        <TagBars
          shortId={shortId}
          tags={rates.tags.map((tag) => ({
            ...tag,
            values: tag.values.map((one) => ({
              ...one,
              share: one.events / rates.events,
              base: isAlone ? null : one.projectEvents / rates.projectEvents,
            })),
          }))}
        />
      </>
    );
  }
  const tags = await readTags(shortId);
  if (tags.length === 0) {
    const { stored } = await runQuery((viewer) => runtime().query.contentOfIssue(viewer, shortId));
    // The note above says so.
    return stored === 0 ? null : <p className="text-13 text-muted">These events have no tags.</p>;
  }
  return (
    <>
      <p className="mb-3 text-12 text-muted">All time</p>
      <TagBars
        shortId={shortId}
        tags={tags.map((tag) => ({
          ...tag,
          values: tag.values.map((one) => ({ ...one, share: one.events / Math.max(1, tag.events), base: null })),
        }))}
      />
    </>
  );
}

interface TagBar {
  key: string;
  distinctValues: number;
  values: { value: string; events: number; share: number; base: number | null }[];
}

function TagBars({ shortId, tags }: { shortId: string; tags: TagBar[] }) {
  return (
    <div className="flex flex-col gap-4">
      {tags
        .filter((tag) => !isPart(tag, tags))
        .map((tag) => (
          <div key={tag.key}>
            <h3 className="flex justify-between gap-2 text-12 font-normal text-muted">
              <span className="min-w-0 truncate">{tag.key}</span>
              {tag.distinctValues > VALUE_COUNT_MAX ? (
                <span className="shrink-0">{plural(tag.distinctValues, 'value')}</span>
              ) : null}
            </h3>
            <ul className="mt-1 flex flex-col gap-px">
              {tag.values.slice(0, VALUE_COUNT_MAX).map(({ value, events, share, base }) => (
                <li
                  key={value}
                  className="relative flex h-6 items-center gap-2 overflow-hidden rounded-sm px-1.5 text-12"
                >
                  <span
                    aria-hidden
                    className="absolute inset-y-0 left-0 rounded-sm bg-accent-wash"
                    style={{ width: `${100 * share}%` }}
                  />
                  {base === null ? null : (
                    <span
                      aria-hidden
                      className="absolute bottom-0 h-1 w-[3px] -translate-x-1/2 rounded-t-xs bg-muted"
                      style={{ left: `${Math.min(99.5, Math.max(0.5, 100 * base))}%` }}
                    />
                  )}
                  <Link
                    href={eventsHref(shortId, { query: termOf(tag.key, value) })}
                    title={value}
                    className="relative min-w-0 flex-1 truncate rounded-sm hover:underline"
                  >
                    {value === '' ? 'empty' : value}
                  </Link>
                  <span className="relative text-muted" title={plural(events, 'event')}>
                    {percent(share, 1)}
                    {base === null ? null : <span className="sr-only">, {percent(base, 1)} in the project</span>}
                  </span>
                </li>
              ))}
            </ul>
          </div>
        ))}
    </div>
  );
}

/** Whether each value says no more than the same value of a longer tag. */
function isPart(tag: TagBar, tags: TagBar[]): boolean {
  return tags.some(
    ({ key, values }) =>
      values.length === tag.values.length &&
      values.every(({ value }, index) => isPartOfTag(tag.key, { [key]: value, [tag.key]: tag.values[index]!.value })),
  );
}

/** Whether the viewer is notified of the issue. */
export async function Notifications({ params }: { params: Params }) {
  const { issue, subscription, subscriberCount } = await readIssue((await params).shortId);
  return (
    <>
      <SubscribeButton
        issue={{ organizationId: issue.organizationId, id: issue.id }}
        shortId={issue.shortId}
        subscription={subscription}
        subscriberCount={subscriberCount}
      />
      <p className="mt-1 text-12">
        <Link href="/settings/notifications" className="text-accent underline underline-offset-2">
          Notification settings
        </Link>
      </p>
    </>
  );
}

/** First and last seen per environment. */
export async function Environments({ params }: { params: Params }) {
  await connection();
  const { shortId } = await params;
  const all = await runQuery((viewer) => runtime().query.issueEnvironments(viewer, shortId));
  const nowMs = Date.now();
  if (all.every(({ environment }) => environment === '')) {
    return <p className="text-13 text-muted">The SDK does not send an environment.</p>;
  }
  return (
    <table className="w-full text-13">
      <thead className="text-12 text-muted">
        <tr>
          <th scope="col" className="pb-1 text-left font-normal">
            Environment
          </th>
          <th scope="col" className="pb-1 pl-2 text-right font-normal">
            Events
          </th>
          <th scope="col" className="pb-1 pl-2 text-right font-normal">
            First
          </th>
          <th scope="col" className="pb-1 pl-2 text-right font-normal">
            Last
          </th>
        </tr>
      </thead>
      <tbody>
        {all.map(({ environment, events, firstSeenAtMs, lastSeenAtMs, firstRelease, lastRelease }) => (
          <tr key={environment} className="align-baseline">
            <th scope="row" className="max-w-0 truncate py-0.5 text-left font-normal" title={environment}>
              {environment === '' ? (
                <span className="text-muted">none</span>
              ) : (
                <Link
                  href={eventsHref(shortId, { environments: [environment] })}
                  className="rounded-sm hover:underline"
                >
                  {environment}
                </Link>
              )}
            </th>
            <td className="py-0.5 pl-2 text-right">{count(events)}</td>
            <td className="py-0.5 pl-2 text-right text-12 text-muted" title={firstRelease && `In ${firstRelease}`}>
              <Time atMs={firstSeenAtMs} nowMs={nowMs} />
            </td>
            <td className="py-0.5 pl-2 text-right text-12 text-muted" title={lastRelease && `In ${lastRelease}`}>
              <Time atMs={lastSeenAtMs} nowMs={nowMs} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The releases it was first and last seen in, and in which it came back. */
export async function Releases({ params }: { params: Params }) {
  const { issue, activity } = await readIssue((await params).shortId);
  const regression = issue.substate === 'regressed' ? activity.find(({ kind }) => kind === 'regressed') : undefined;
  const releases = [...new Set([issue.firstRelease, issue.lastRelease])].filter(Boolean);
  if (releases.length === 0)
    return (
      <p className="text-13 text-muted">
        The SDK does not send a release. Set one to see which release introduced an error.
      </p>
    );
  return (
    <dl className="flex flex-col gap-1.5 text-13">
      {[
        ['First', issue.firstRelease],
        ['Last', issue.lastRelease],
        ['Regression', regression?.kind === 'regressed' ? regression.release : ''],
      ].map(([name, release]) =>
        release ? (
          <div key={name} className="flex gap-3">
            <dt className="w-18 text-muted">{name}</dt>
            <dd className="min-w-0 truncate font-mono text-12 leading-5">
              <Link href={releaseHref(release)} className="rounded-sm hover:underline">
                {release}
              </Link>
            </dd>
          </div>
        ) : null,
      )}
    </dl>
  );
}
