import type { AlertView } from '@seismo/server';
import { ChartLine, Package } from 'lucide-react';
import { Pager } from '#explorer/pager.tsx';
import { RowGrid } from '#explorer/row-grid.tsx';
import { Time } from '#lib/time/time.tsx';
import { Follow } from '#shell/live/follow.tsx';
import { LiveRefresh } from '#shell/live/live-refresh.tsx';
import { runtime } from '#server/runtime.ts';
import { runQuery } from '#server/viewer.ts';
import { Badge } from '#ui/badge.tsx';
import { Link } from '#ui/link.tsx';
import { Severity } from '#ui/severity.tsx';
import { Empty } from '#ui/states/empty.tsx';
import { TableHead } from '#ui/table-head.tsx';
import { buttonClass } from '#ui/button.tsx';
import { AcknowledgedBadge } from './acknowledged.tsx';
import { LevelBadge } from './level-badge.tsx';
import { isUnderWay, outcomeOf } from './outcome.ts';
import { alertsHref, type AlertsUrlState } from './search-params.ts';
import { ReleaseState } from './release-state.tsx';
import { titleOf } from './title.ts';

const PAGE_COUNT = 50;

export async function AlertList({ urlState }: { urlState: AlertsUrlState }) {
  const { projects, cursor } = urlState;
  const { alerts, next } = await runQuery((viewer) =>
    runtime().query.alerts(viewer, { projects, cursor, count: PAGE_COUNT }),
  );
  const nowMs = Date.now();
  if (alerts.length === 0) return <NoAlerts urlState={urlState} />;
  return (
    <>
      <LiveRefresh label="New alerts" />
      {alerts.some(({ deliveries }) => isUnderWay(deliveries, nowMs)) ? <Follow /> : null}
      <RowGrid>
        <table role="grid" className="w-full table-fixed">
          <caption className="sr-only">Alerts, newest first</caption>
          <TableHead
            hiddenOnPhones
            columns={[
              { name: 'Alert', className: 'pl-2' },
              { name: 'Rule', className: 'hidden w-56 px-3 lg:table-cell' },
              { name: 'Message', className: 'w-48 px-3' },
              { name: 'Fired', number: true, className: 'w-24 px-3' },
            ]}
          />
          <tbody>
            {alerts.map((alert) => (
              <AlertRow key={alert.id} alert={alert} nowMs={nowMs} />
            ))}
          </tbody>
        </table>
      </RowGrid>
      <Pager
        first={cursor ? { name: 'Newest alerts', href: alertsHref({ ...urlState, cursor: null }) } : null}
        next={next ? { name: 'Older alerts', href: alertsHref({ ...urlState, cursor: next }) } : null}
      />
    </>
  );
}

function AlertRow({ alert, nowMs }: { alert: AlertView; nowMs: number }) {
  const { id, issue, metric, release, project, decidedAtMs, matches } = alert;
  const { title, detail } = titleOf(alert);
  const rules = matches.map(({ ruleName }) => ruleName).join(', ');
  const { text, tone } = outcomeOf(alert);
  const outcome = <Badge tone={tone}>{text}</Badge>;
  return (
    <tr
      data-row
      className="relative border-b border-line align-top focus-within:bg-accent-wash hover:bg-hover focus-within:hover:bg-accent-wash"
    >
      <th
        scope="row"
        aria-label={issue ? `${title} ${issue.shortId}` : title}
        className="min-w-0 py-2.5 pr-3 pl-1 text-left font-normal md:pl-2 compact:py-1.5"
      >
        <div className="flex min-w-0 gap-2">
          <span className="shrink-0 pt-0.5">
            {issue ? (
              <Severity level={issue.level} compact />
            ) : release ? (
              <Package size={15} aria-hidden className="text-muted" />
            ) : (
              <ChartLine size={15} aria-hidden className="text-muted" />
            )}
          </span>
          <div className="min-w-0 flex-1">
            <Link
              href={`/alerts/${id}`}
              data-row-link
              suppressHydrationWarning
              className="line-clamp-2 [overflow-wrap:anywhere] fills-row compact:line-clamp-1"
            >
              <bdi className="font-medium">{title}</bdi>{' '}
              {detail === '' ? null : <bdi className="text-muted">{detail}</bdi>}
            </Link>
            <div className="mt-0.5 flex min-w-0 flex-wrap items-center gap-x-3 gap-y-0.5 text-12 text-muted">
              {issue ? (
                <Link
                  href={`/issues/${encodeURIComponent(issue.shortId)}`}
                  tabIndex={-1}
                  className="relative z-[1] shrink-0 rounded-sm hover:text-ink hover:underline"
                >
                  {issue.shortId}
                </Link>
              ) : null}
              {metric ? <LevelBadge level={metric.level} inAlert /> : null}
              {release ? <ReleaseState release={release} /> : null}
              {metric?.isReminder ? <Badge>Reminder</Badge> : null}
              <AcknowledgedBadge alert={alert} />
              <span className="min-w-0 truncate">{project.name}</span>
              {issue === null || issue.culprit === '' ? null : (
                <bdi className="min-w-0 truncate font-mono">{issue.culprit}</bdi>
              )}
              <span className="min-w-0 truncate lg:hidden">{rules}</span>
              <span className="md:hidden">
                <Time atMs={decidedAtMs} nowMs={nowMs} ago />
              </span>
              <span className="md:hidden">{outcome}</span>
            </div>
          </div>
        </div>
      </th>
      <td className="hidden px-3 py-2.5 [overflow-wrap:anywhere] lg:table-cell compact:py-1.5">{rules}</td>
      <td className="hidden px-3 py-2.5 md:table-cell compact:py-1.5">{outcome}</td>
      <td className="hidden px-3 py-2.5 text-right text-muted md:table-cell compact:py-1.5">
        <Time atMs={decidedAtMs} nowMs={nowMs} />
      </td>
    </tr>
  );
}

function NoAlerts({ urlState }: { urlState: AlertsUrlState }) {
  const rules = (
    <Link href={alertsHref({ ...urlState, view: 'rules', cursor: null })} className={buttonClass()}>
      View rules
    </Link>
  );
  return urlState.projects.length > 0 ? (
    <Empty title="No alerts in these projects">{rules}</Empty>
  ) : (
    <Empty title="No alerts yet">
      <p>
        Every project starts with rules for its first issue, new high-priority issues, regressions, escalations and bad
        releases. What they report appears here, with the message to each recipient.
      </p>
      {rules}
    </Empty>
  );
}
