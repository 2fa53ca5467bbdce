import { Suspense } from 'react';
import { HeatMap } from '#charts/heat-map.tsx';
import { Sparkline, sparklineLabel } from '#charts/sparkline.tsx';
import { TimeSeries } from '#charts/time-series.tsx';
import { ValueSeries } from '#charts/value-series.tsx';
import { Empty } from '#ui/states/empty.tsx';
import { LoadingBlock, LoadingRows, LoadingText } from '#ui/states/loading.tsx';
import { ExactTime } from '#lib/time/exact-time.tsx';
import { Time } from '#lib/time/time.tsx';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { DangerRow, DangerZone } from '#ui/danger-zone.tsx';
import { Code } from '#ui/code.tsx';
import { count } from '#ui/count.ts';
import { CopyButton } from '#ui/copy-button.tsx';
import { Field } from '#ui/field.tsx';
import { Select } from '#ui/select.tsx';
import { Link } from '#ui/link.tsx';
import { Logo } from '#ui/logo.tsx';
import { Definitions, Section } from '#ui/section.tsx';
import { Severity } from '#ui/severity.tsx';
import { TableHead } from '#ui/table-head.tsx';
import { TabLink, TabNumber, Tabs } from '#ui/tabs.tsx';
import { Crumbs } from '#shell/crumbs.tsx';
import { Selects, Errors, Forms, Overlays } from './interactive.tsx';
import { Tokens } from './tokens.tsx';

const nowMs = Date.UTC(2026, 10, 21, 12);
const hourMs = 3_600_000;
const series = {
  fromMs: nowMs - 24 * hourMs,
  bucketMs: hourMs,
  values: [0, 1, 4, 9, 2, 6, 3, 1, 0, 5, 7, 8, 2, 6, 4, 0, 1, 9, 3, 6, 1, 2, 5, 8],
};
const long = 'TypeError: Cannot read properties of undefined (reading "priceOfTheWholeBasketIncludingDelivery")';

export function Gallery() {
  return (
    <>
      <Tokens />
      <Section title="Logo, severity, badges, times">
        <div className="flex flex-wrap items-center gap-4">
          <Logo size={16} />
          <Logo size={32} />
          <span className="text-16 font-semibold">seismo</span>
          {(['fatal', 'error', 'warning', 'info', 'debug'] as const).map((level) => (
            <Severity key={level} level={level} />
          ))}
          <Severity level="error" compact />
          {(['plain', 'accent', 'good', 'warning', 'error'] as const).map((tone) => (
            <Badge key={tone} tone={tone}>
              {tone}
            </Badge>
          ))}
          <Time atMs={nowMs - 3 * hourMs} nowMs={nowMs} ago />
          <ExactTime atMs={nowMs} />
        </div>
      </Section>
      <Section title="Buttons" note="Default, small, pending, disabled">
        <div className="flex flex-col gap-2">
          {(['primary', 'plain', 'quiet', 'danger'] as const).map((look) => (
            <div key={look} className="flex flex-wrap items-center gap-2">
              <Button variant={look}>Resolve</Button>
              <Button variant={look} small>
                Resolve
              </Button>
              <Button variant={look} pending>
                Resolve
              </Button>
              <Button variant={look} disabled>
                Resolve
              </Button>
            </div>
          ))}
        </div>
      </Section>
      <Section title="Overlays" note="Menus, dialogs, toasts">
        <Overlays />
      </Section>
      <Section title="Forms">
        <div className="grid gap-6 md:grid-cols-2">
          <div className="flex flex-col gap-4">
            <Field label="Name" defaultValue="Ada" hint="How others see you." />
            <Field label="With placeholder" placeholder="shop@1.4.2" />
            <Field label="Disabled" defaultValue="shop" disabled />
            <Select label="Time range" defaultValue="1 hour" hint="Up to now.">
              <option>1 hour</option>
              <option>24 hours</option>
            </Select>
            <Selects />
          </div>
          <Forms />
        </div>
      </Section>
      <DangerZone>
        <DangerRow title="Delete project" note="Deletes the project and all its data. You cannot undo this.">
          <Button variant="danger">Delete project</Button>
        </DangerRow>
        <DangerRow title="Leave organization" note="You lose access until a member invites you again.">
          <Button variant="danger">Leave Main</Button>
        </DangerRow>
      </DangerZone>
      <Section title="Navigation" note="Breadcrumbs, tabs, links">
        <Crumbs crumbs={[{ name: 'Issues', href: '/issues' }, { name: 'shop', href: '/issues' }, { name: 'SHOP-1' }]} />
        <div className="mt-4">
          <Tabs
            label="Kinds"
            tabs={[
              { name: 'New', href: '/-/gallery', isCurrent: true, number: '14' },
              { name: 'Regressed', href: '/-/gallery', isCurrent: false, number: '0' },
              { name: 'Saved and shared', href: '/-/gallery', isCurrent: false, isShared: true },
            ]}
          >
            <Button small variant="quiet">
              Save
            </Button>
          </Tabs>
        </div>
        <nav aria-label="Saved searches" className="mt-4 flex overflow-x-auto border-b border-line">
          {[undefined, 0, 1204, null].map((number, nth) => (
            <TabLink
              key={nth}
              tab={{
                name: ['Loading', 'Zero', 'Many', 'Invalid search'][nth]!,
                href: '/-/gallery',
                isCurrent: nth === 1,
              }}
            >
              <TabNumber number={number} noun="issue" />
            </TabLink>
          ))}
        </nav>
        <Link href="/issues" className="mt-3 inline-block text-13 text-accent underline underline-offset-2">
          A link within text
        </Link>
      </Section>
      <Section title="Code and definitions">
        <div className="grid gap-6 md:grid-cols-2">
          <Code
            label="snippet"
            text={'import * as Sentry from "@sentry/nextjs";\n\n' + `throw new Error(${JSON.stringify(long)});`}
          />
          <div>
            <Definitions
              entries={[
                ['Release', 'shop@1.4.2'],
                ['Culprit', long],
                [
                  'Empty',
                  <span key="empty" className="text-muted">
                    Never
                  </span>,
                ],
              ]}
            />
            <CopyButton text="shop@1.4.2" label="Copy the version">
              Copy
            </CopyButton>
          </div>
        </div>
      </Section>
      <Section title="Tables">
        <table className="w-full table-fixed text-13">
          <caption className="sr-only">Releases</caption>
          <TableHead columns={[{ name: 'Release' }, { name: 'Events', number: true, className: 'w-24' }]} />
          <tbody>
            {[1204, 31, 0].map((events, nth) => (
              <tr key={events} className="h-9 border-b border-line">
                <td>shop@1.4.{nth}</td>
                <td className="text-right">{count(events)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Section>
      <Section
        title="Charts"
        note="Counts over time: with marks, stacked, with a line, small, empty; values with thresholds; a heat map with a selection"
      >
        <div className="grid gap-6 md:grid-cols-2">
          <TimeSeries
            {...series}
            nowMs={series.fromMs + 24 * hourMs - 1}
            series={[{ name: 'Events', color: 'var(--bar)', values: series.values }]}
            unit="event"
            caption="Events by the hour"
            height={96}
            marks={[
              {
                times: [{ atMs: nowMs - 18 * hourMs, isImportant: true }],
                label: '2.5.0',
                title: 'web@2.5.0',
                href: '#charts',
              },
              {
                times: [5, 2].map((hours) => ({ atMs: nowMs - hours * hourMs, isImportant: false })),
                label: '2.5.2 +1',
                title: 'web@2.5.1, web@2.5.2',
                href: '#charts',
              },
            ]}
            href="/-/gallery"
          />
          <TimeSeries
            {...series}
            nowMs={nowMs + hourMs}
            series={[
              { name: 'Stored', color: 'var(--series-1)', values: series.values },
              { name: 'Filtered', color: 'var(--series-3)', values: series.values.toReversed() },
            ]}
            unit="item"
            caption="Items by outcome"
            height={96}
            href="/-/gallery"
          />
          <TimeSeries
            {...series}
            nowMs={nowMs + hourMs}
            series={[
              { name: 'This period', color: 'var(--bar)', values: series.values.map((value) => value * 1300) },
              {
                name: 'Previous period',
                color: 'var(--series-2)',
                values: series.values.map((value) => (10 - value) * 900),
                isLine: true,
              },
            ]}
            unit="error"
            caption="Errors by the hour"
            height={64}
            href="/-/gallery"
          />
          <TimeSeries
            {...series}
            nowMs={nowMs + hourMs}
            series={[{ name: 'Events', color: 'var(--bar)', values: series.values.map(() => 0) }]}
            unit="event"
            caption="No events"
            height={64}
            href="/-/gallery"
          />
          <ValueSeries
            fromMs={series.fromMs}
            bucketMs={hourMs}
            name="Crash-free sessions in 1 hour"
            series={[
              {
                name: 'Crash-free sessions',
                color: 'var(--series-1)',
                values: series.values.map((value, at) => (at % 9 === 4 ? null : 100 - value / 4)),
              },
            ]}
            unit="%"
            lines={[
              { name: 'Critical: below 98%', value: 98, color: 'var(--level-error)' },
              { name: 'Warning: below 99%', value: 99, color: 'var(--level-warning)' },
            ]}
            height={96}
          />
          <ValueSeries
            fromMs={series.fromMs}
            bucketMs={hourMs}
            name="p95(span.duration) of the first 2 groups"
            series={['db', 'http.client'].map((name, nth) => ({
              name,
              color: `var(--series-${nth + 1})`,
              values: series.values.map((value, at) => (at % 7 === nth ? null : 40 * value + 90 * nth)),
            }))}
            unit="ms"
            lines={[]}
            height={96}
            href="/-/gallery"
          />
          <HeatMap
            fromMs={series.fromMs}
            bucketMs={hourMs}
            buckets={24}
            nowMs={nowMs - 1}
            rows={['1 ms', '1.6 ms', '2.5 ms', '4 ms', '6.3 ms', '10 ms', '16 ms', '25 ms'].map((start, row, all) => ({
              start,
              text: `${start} to ${all[row + 1] ?? '40 ms'}`,
            }))}
            cells={series.values.flatMap((value, bucket) =>
              [0, 1, 2, 3, 4, 5, 6, 7].flatMap((row) => {
                const spans = Math.floor(value ** 3 / (1 + (row - 2) ** 2));
                return spans === 0 ? [] : [{ bucket, row, spans, estimate: spans }];
              }),
            )}
            name="Duration"
            selected={{ firstBucket: 10, lastBucket: 13, firstRow: 4, lastRow: 6 }}
            onSelect={null}
            height={120}
          />
          <div className="h-7 w-36">
            <Sparkline series={series} width={144} height={28} label={sparklineLabel(series, 'last 24 hours')} />
          </div>
        </div>
      </Section>
      <Section title="Loading" note="Placeholders with the height of the content">
        {/* An endless animation would keep tests waiting for the page. */}
        <details>
          <summary className="text-13 text-accent">Show placeholders</summary>
          <LoadingText />
          <LoadingRows rows={3} />
          <LoadingBlock height={120} />
        </details>
      </Section>
      <Section title="Empty">
        <Empty title="No issue matches">
          <p>No matches in the last 14 days. Remove a filter:</p>
          <Button>Last 90 days</Button>
        </Empty>
      </Section>
      <Section title="Failed">
        <Suspense>
          <Errors />
        </Suspense>
      </Section>
    </>
  );
}
