import type { Route } from 'next';
import type { AlertView, DeliveryView } from '@seismo/server';
import clsx from 'clsx';
import { connection } from 'next/server';
import { ListWalk } from '#explorer/list-walk.tsx';
import { readProject } from '#features/home/read.ts';
import { releaseHref } from '#features/releases/search-params.ts';
import { ExactTime } from '#lib/time/exact-time.tsx';
import { Time } from '#lib/time/time.tsx';
import { Crumbs } from '#shell/crumbs.tsx';
import { Follow } from '#shell/live/follow.tsx';
import { may, organizationId } from '#server/viewer.ts';
import { ActionForm } from '#ui/action-form.tsx';
import { Badge } from '#ui/badge.tsx';
import { buttonClass } from '#ui/button.tsx';
import { plural } from '#ui/count.ts';
import { Link } from '#ui/link.tsx';
import { Definitions, Section } from '#ui/section.tsx';
import { Severity } from '#ui/severity.tsx';
import { AcknowledgedNote, isAcknowledgeable } from './acknowledged.tsx';
import { acknowledgeAlert, resendDelivery } from './actions.ts';
import { LevelBadge } from './level-badge.tsx';
import { deliveryStatusNames, deliveryTones, isUnderWay, suppressionText } from './outcome.ts';
import { OwnedBy } from './owned-by.tsx';
import { readAlert } from './read.ts';
import { ReleaseState } from './release-state.tsx';
import { alertsHref } from './search-params.ts';
import { ruleHref } from './rule-search-params.ts';
import { stepsOf } from './steps.ts';
import { titleOf } from './title.ts';

/** One alert: its issue, metric or release, the rules that fired, and the history of each message. */
export async function AlertDetail({ params }: { params: Promise<{ id: string }> }) {
  await connection();
  const alert = await readAlert((await params).id);
  const { id, issue, metric, release, project, decidedAtMs, escalatesAtMs, deliveries } = alert;
  const { title, detail, name } = titleOf(alert);
  const nowMs = Date.now();
  const slug = (await readProject(project.slug)).organization;
  const [mayResend, mayAcknowledge] = await Promise.all([may('resendDelivery', slug), may('acknowledgeAlert', slug)]);
  const organization = await organizationId();
  const linkClass = clsx(buttonClass(escalatesAtMs === null ? 'primary' : 'plain'), 'h-9');
  return (
    <>
      <title>{`${name} · Alert · Seismo`}</title>
      {isUnderWay(deliveries, nowMs) ? <Follow /> : null}
      <header className="flex flex-col gap-3 pt-4 pb-4">
        <div className="flex flex-wrap items-center gap-x-4">
          <Crumbs
            crumbs={[
              { name: 'Alerts', href: '/alerts' },
              { name: project.name, href: alertsHref({ projects: [project.slug] }) },
              { name },
            ]}
          />
          <ListWalk thing="alert" path={`/alerts/${id}`} />
        </div>
        <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
          <div className="min-w-0 flex-1 basis-80">
            <h1 className="text-20 leading-tight [overflow-wrap:anywhere]">
              <bdi>{title}</bdi>
            </h1>
            {detail === '' ? null : (
              <p className="mt-1 line-clamp-3 text-14 [overflow-wrap:anywhere]">
                <bdi>{detail}</bdi>
              </p>
            )}
            <div className="mt-1.5 flex flex-wrap items-center gap-x-2.5 gap-y-1 text-13 text-muted">
              {issue ? <Severity level={issue.level} /> : null}
              {metric ? <LevelBadge level={metric.level} inAlert /> : null}
              {release ? <ReleaseState release={release} /> : null}
              {metric?.isReminder ? <Badge>Reminder</Badge> : null}
              {alert.isResolved ? <Badge tone="good">Resolved</Badge> : null}
              <span>
                {alert.isResolved ? 'Reported' : 'Fired'} <Time atMs={decidedAtMs} nowMs={nowMs} ago />
              </span>
              {metric === null ? null : (
                <span>
                  {metric.level === 'ok' ? 'It began ' : 'Since '}
                  <ExactTime atMs={metric.openSinceMs} to="minute" />
                </span>
              )}
              <AcknowledgedNote alert={alert} nowMs={nowMs} />
              {issue === null || issue.culprit === '' ? null : (
                <bdi className="min-w-0 font-mono text-12 [overflow-wrap:anywhere]">{issue.culprit}</bdi>
              )}
            </div>
          </div>
          <div className="flex flex-wrap items-start gap-2">
            {mayAcknowledge && isAcknowledgeable(alert) ? (
              <ActionForm
                action={acknowledgeAlert.bind(null, organization, id)}
                submit="Acknowledge"
                variant={escalatesAtMs === null ? 'plain' : 'primary'}
                className="flex flex-wrap items-center gap-2"
              />
            ) : null}
            {issue ? (
              <Link href={`/issues/${encodeURIComponent(issue.shortId)}`} className={linkClass}>
                View issue
              </Link>
            ) : null}
            {metric === null || metric.spansPath === null ? null : (
              <Link href={metric.spansPath as Route} className={linkClass}>
                View spans
              </Link>
            )}
            {release ? (
              <Link href={releaseHref(release.version)} className={linkClass}>
                View release
              </Link>
            ) : null}
          </div>
        </div>
      </header>
      <Rules alert={alert} />
      {deliveries.length > 0 ? (
        <Section title="Messages" note={plural(deliveries.length, 'recipient')}>
          <ul className="flex flex-col gap-3">
            {deliveries.map((delivery) => (
              <Message
                key={delivery.id}
                alert={alert}
                delivery={delivery}
                organizationId={organization}
                mayResend={mayResend}
              />
            ))}
          </ul>
        </Section>
      ) : null}
    </>
  );
}

function Rules({ alert }: { alert: AlertView }) {
  const { matches } = alert;
  return (
    <Section title={matches.length === 1 ? 'Rule' : 'Rules'}>
      <Definitions
        entries={matches.map(({ ruleId, ruleName, when, owner, suppressed }) => [
          ruleName,
          <>
            {ruleId === null ? (
              when
            ) : (
              <Link href={ruleHref(ruleId)} className="rounded-sm underline underline-offset-2">
                {when}
              </Link>
            )}
            <OwnedBy owner={owner} />
            {suppressed === null ? null : (
              <span className="text-muted">. No message: {suppressionText(suppressed, alert)}</span>
            )}
          </>,
        ])}
      />
    </Section>
  );
}

interface MessageProps {
  alert: AlertView;
  delivery: DeliveryView;
  organizationId: number;
  mayResend: boolean;
}

function Message({ alert, delivery, organizationId: organization, mayResend }: MessageProps) {
  const { id, to, status } = delivery;
  const isOver = status === 'failed' || status === 'canceled';
  return (
    <li className="rounded-md border border-line bg-surface px-4 py-3 text-13">
      <div className="flex min-h-7 flex-wrap items-center gap-x-3 gap-y-1">
        <span className="min-w-0 [overflow-wrap:anywhere]">
          <span className="font-medium">{to.name || to.detail}</span>{' '}
          {to.name === '' ? null : <span className="text-muted">{to.detail}</span>}
        </span>
        <Badge tone={deliveryTones[status]}>{deliveryStatusNames[status]}</Badge>
        {delivery.isEscalation ? <Badge>Escalation</Badge> : null}
        {isOver && mayResend ? (
          <ActionForm
            action={resendDelivery.bind(null, organization, id)}
            submit="Send again"
            variant="plain"
            small
            className="ml-auto flex flex-wrap items-center justify-end gap-2"
          />
        ) : null}
      </div>
      <ol aria-label={`History of the message to ${to.name || to.detail}`} className="mt-2 flex flex-col gap-1">
        {stepsOf(alert, delivery).map(({ text, detail, atMs, after }, index) => (
          <li
            key={index}
            className="grid grid-cols-[4rem_minmax(0,1fr)] gap-x-3 sm:grid-cols-[4rem_minmax(0,1fr)_auto]"
          >
            <span className="text-right text-muted tabular-nums">{after}</span>
            <span className="min-w-0 [overflow-wrap:anywhere]">
              {text} <bdi className="font-mono text-12">{detail}</bdi>
            </span>
            <span className="text-12 text-muted max-sm:col-start-2">
              <ExactTime atMs={atMs} />
            </span>
          </li>
        ))}
      </ol>
    </li>
  );
}
