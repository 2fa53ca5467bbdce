import type { AlertView, DeliveryView } from '@seismo/server';
import { connection } from 'next/server';
import { ListWalk } from '#explorer/list-walk.tsx';
import { readProject } from '#features/home/read.ts';
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
import { resendDelivery } from './actions.ts';
import { deliveryStatusNames, deliveryTones, isUnderWay, suppressionTexts } from './outcome.ts';
import { readAlert } from './read.ts';
import { alertsHref } from './search-params.ts';
import { stepsOf } from './steps.ts';

/** One alert: its issue, the rules that fired, and the history of each message. */
export async function AlertDetail({ params }: { params: Promise<{ id: string }> }) {
  await connection();
  const alert = await readAlert((await params).id);
  const { id, issue, project, decidedAtMs, deliveries } = alert;
  const nowMs = Date.now();
  const mayResend = await may('resendDelivery', (await readProject(project.slug)).organization);
  const organization = await organizationId();
  return (
    <>
      <title>{`${issue.shortId} · Alert · Seismo`}</title>
      {isUnderWay(deliveries, nowMs) ? <Follow /> : null}
      <header className="flex flex-col gap-3 pt-4 pb-4">
        <div className="flex flex-wrap items-center gap-x-4">
          <Crumbs
            crumbs={[
              { name: 'Alerts', href: '/alerts' },
              { name: project.name, href: alertsHref({ projects: [project.slug] }) },
              { name: issue.shortId },
            ]}
          />
          <ListWalk thing="alert" path={`/alerts/${id}`} />
        </div>
        <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
          <div className="min-w-0 flex-1 basis-80">
            <h1 className="text-20 leading-tight [overflow-wrap:anywhere]">
              <bdi>{issue.type || issue.value || 'Event without a message'}</bdi>
            </h1>
            {issue.type === '' || issue.value === '' ? null : (
              <p className="mt-1 line-clamp-3 text-14 [overflow-wrap:anywhere]">
                <bdi>{issue.value}</bdi>
              </p>
            )}
            <div className="mt-1.5 flex flex-wrap items-center gap-x-2.5 gap-y-1 text-13 text-muted">
              <Severity level={issue.level} />
              <span>
                Fired <Time atMs={decidedAtMs} nowMs={nowMs} ago />
              </span>
              {issue.culprit === '' ? null : (
                <bdi className="min-w-0 font-mono text-12 [overflow-wrap:anywhere]">{issue.culprit}</bdi>
              )}
            </div>
          </div>
          <Link href={`/issues/${encodeURIComponent(issue.shortId)}`} className={buttonClass('primary')}>
            View issue
          </Link>
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

function Rules({ alert: { matches } }: { alert: AlertView }) {
  return (
    <Section title={matches.length === 1 ? 'Rule' : 'Rules'}>
      <Definitions
        entries={matches.map(({ ruleName, when, suppressed }) => [
          ruleName,
          <>
            {when}
            {suppressed === null ? null : (
              <span className="text-muted">. No message: {suppressionTexts[suppressed].text}</span>
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
          <span className="font-medium">{to.name || to.email}</span>{' '}
          {to.name === '' ? null : <span className="text-muted">{to.email}</span>}
        </span>
        <Badge tone={deliveryTones[status]}>{deliveryStatusNames[status]}</Badge>
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
      <ol aria-label={`History of the message to ${to.name || to.email}`} className="mt-2 flex flex-col gap-1">
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
