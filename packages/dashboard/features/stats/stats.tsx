import type { OutcomesView, ProjectView, TimeRange } from '@seismo/server';
import { ZoomOut } from 'lucide-react';
import { connection } from 'next/server';
import type { ReactNode } from 'react';
import { Empty } from '#ui/states/empty.tsx';
import { buttonClass } from '#ui/button.tsx';
import { count, percent } from '#ui/count.ts';
import { Link } from '#ui/link.tsx';
import { Section } from '#ui/section.tsx';
import { NoProject } from '#features/home/no-project.tsx';
import { fileHref } from '#features/exports/file-href.ts';
import { ExportLink } from '#features/exports/export-link.tsx';
import { LiveRefresh } from '#shell/live/live-refresh.tsx';
import { readContext } from '#shell/context-bar/context-params.ts';
import type { RawParams } from '#explorer/url-state.ts';
import { runtime } from '#server/runtime.ts';
import { runQuery, organizationId, reportingProjects, visibleProjects } from '#server/viewer.ts';
import { DeadLetters } from './dead-letters.tsx';
import { Dropped } from './dropped.tsx';
import { Examples } from './examples.tsx';
import { FlowChart } from './flow-chart.tsx';
import { colorOf, outcomeNames, parts, settingsOf } from './ledger.ts';
import { CurrentLimits } from './current-limits.tsx';
import { OutcomeChart } from './outcome-chart.tsx';
import { Cell, Dot, Rows } from './rows.tsx';
import { Keys, KeyFilter } from './keys.tsx';
import {
  examplesHref,
  readKey,
  readItemFilter,
  definedParams,
  statsHref,
  untimedHref,
  type StatsUrlState,
} from './search-params.ts';
import { InRange } from '#shell/context-bar/range.tsx';
import { defaultRange } from '#shell/context-bar/time-range.ts';

/** Outcomes of all items of one project or of all. Each item has exactly one outcome, so the sum must balance. */
export async function Stats({ search }: { search: Promise<RawParams> }) {
  await connection();
  const query = await search;
  const { projects: selected, range } = readContext(query);
  const [projects, sending] = await Promise.all([visibleProjects(), reportingProjects()]);
  // A single project is always selected, because its page shows more.
  const named = projects.filter(({ slug }) => selected.length === 0 || selected.includes(slug));
  const project = named.length === 1 ? named[0]! : null;
  const key = readKey(query);
  const ledger = await runQuery((viewer) => runtime().query.outcomes(viewer, selected, range, key ?? undefined));
  return (
    <>
      <LiveRefresh label="Updates" />
      {key === null &&
      ledger.received === 0 &&
      ledger.clientDiscards.length === 0 &&
      ledger.deadLetters.length === 0 ? (
        sending.length === 0 ? (
          <NoProject />
        ) : (
          <NothingReceived
            by={project ?? (selected.length === 0 && sending.length === 1 ? sending[0]! : null)}
            isOwn={project !== null && sending.every(({ id }) => id !== project.id)}
            selected={selected}
            range={range}
          />
        )
      ) : (
        <Ledger
          ledger={ledger}
          urlState={{ projects: project ? [project.slug] : selected, range, key }}
          query={query}
          nowMs={Date.now()}
        />
      )}
    </>
  );
}

interface NothingReceivedProps {
  by: ProjectView | null;
  /** Whether it is the project of this server's own errors. */
  isOwn: boolean;
  selected: string[];
  range: TimeRange;
}

function NothingReceived({ by, isOwn, selected, range }: NothingReceivedProps) {
  return (
    <Empty title="No data in this time range">
      <p>
        {isOwn ? (
          <>
            No errors in Seismo <InRange range={range} />.
          </>
        ) : (
          <>
            {by ? `${by.name} sent no data` : 'No project sent data'} <InRange range={range} />.
          </>
        )}
      </p>
      <div className="flex flex-wrap justify-center gap-2">
        {isOwn ? (
          <Link href={statsHref({ projects: [], range, key: null })} className={buttonClass()}>
            All projects
          </Link>
        ) : (
          <Link href={by ? `/projects/${encodeURIComponent(by.slug)}/start` : '/projects'} className={buttonClass()}>
            {by ? 'Set up SDK' : 'View projects'}
          </Link>
        )}
        {range === '90d' ? null : (
          <Link href={statsHref({ projects: selected, range: '90d', key: null })} className={buttonClass()}>
            Last 90 days
          </Link>
        )}
      </div>
    </Empty>
  );
}

interface LedgerProps {
  ledger: OutcomesView;
  urlState: StatsUrlState;
  query: RawParams;
  nowMs: number;
}

async function Ledger({ ledger, urlState, query, nowMs }: LedgerProps) {
  const project = urlState.projects.length === 1 ? urlState.projects[0]! : null;
  const organization = await organizationId();
  const itemFilter = readItemFilter(query);
  const shares = parts(ledger);
  const isComplete = ledger.fromMs + ledger.bucketMs * (ledger.series[0]?.values.length ?? 0) <= nowMs;
  return (
    <>
      <KeyFilter ledger={ledger} urlState={urlState} />
      <section aria-label="Total" className="mt-4 mb-6">
        <div className="grid grid-cols-2 gap-x-6 gap-y-3 sm:flex sm:flex-wrap sm:items-end">
          <Sum name="Received" value={count(ledger.received)} />
          <span aria-hidden className="pb-1 text-20 text-faint max-sm:hidden">
            =
          </span>
          {shares.map(({ outcome, quantity }, index) => (
            <div key={outcome} className="flex items-end gap-6">
              {index > 0 ? (
                <span aria-hidden className="pb-1 text-20 text-faint max-sm:hidden">
                  +
                </span>
              ) : null}
              <Sum
                name={outcomeNames[outcome] ?? outcome}
                value={
                  outcome === 'in flight' ? (
                    count(quantity)
                  ) : (
                    <Link
                      href={examplesHref(urlState, { outcome })}
                      aria-label={`${count(quantity)}, examples of ${(outcomeNames[outcome] ?? outcome).toLowerCase()}`}
                      className="rounded-sm underline-offset-4 hover:underline"
                    >
                      {count(quantity)}
                    </Link>
                  )
                }
                color={colorOf(outcome)}
              />
            </div>
          ))}
        </div>
        <div aria-hidden className="mt-4 flex h-2 gap-px overflow-hidden rounded-full bg-hover">
          {shares.map(({ outcome, quantity }) => (
            <span key={outcome} className="min-w-px" style={{ flexGrow: quantity, background: colorOf(outcome) }} />
          ))}
        </div>
      </section>
      <DeadLetters
        items={ledger.deadLetters}
        showsProject={project === null}
        organizationId={organization}
        nowMs={nowMs}
      />
      <Examples ledger={ledger} urlState={urlState} query={query} nowMs={nowMs} />
      <Section title="Flow" note="Each item once, by kind, outcome and reason">
        <FlowChart ledger={ledger} urlState={urlState} />
        <p className="text-13 text-muted sm:hidden">
          This chart needs a wider screen. The tables below show the same data.
        </p>
      </Section>
      <Section
        title="Over time"
        note={`Items per bar. Select a bar to zoom in.${isComplete ? '' : ' The last bar is incomplete.'}`}
        actions={
          typeof urlState.range === 'string' ? null : (
            <Link
              href={statsHref({ ...urlState, range: defaultRange }, definedParams(itemFilter))}
              scroll={false}
              className={buttonClass('quiet', true)}
            >
              <ZoomOut size={14} aria-hidden />
              Zoom out
            </Link>
          )
        }
      >
        <OutcomeChart ledger={ledger} href={untimedHref(urlState, itemFilter)} nowMs={nowMs} />
      </Section>
      <Section
        title="Outcomes"
        note="Items by outcome and reason"
        actions={
          <ExportLink
            href={fileHref(statsHref(urlState).replace('/stats', '/exports/ledger'), organization)}
            format="CSV"
            of="stats"
          />
        }
      >
        <Rows head={['Outcome', 'Reason', 'Items', 'Share']}>
          {ledger.outcomes.map(({ outcome, reason, explanation, quantity }) => (
            <tr key={`${outcome}:${reason}`} className="border-b border-line">
              <Cell>
                <span className="whitespace-nowrap">
                  <Dot outcome={outcome} /> {outcomeNames[outcome] ?? outcome}
                </span>
              </Cell>
              <Cell>
                {reason ? <code className="mr-2 text-12">{reason}</code> : null}
                <span className="text-muted">{explanation}</span>
                {project === null ? null : <SettingsLink project={project} outcome={outcome} reason={reason} />}
              </Cell>
              <Cell number>
                <Link
                  href={examplesHref(urlState, { outcome, reason })}
                  aria-label={`${count(quantity)}, examples of ${reason || outcome}`}
                  className="text-accent underline-offset-2 hover:underline"
                >
                  {count(quantity)}
                </Link>
              </Cell>
              <Cell number>{percent(quantity, ledger.received)}</Cell>
            </tr>
          ))}
        </Rows>
      </Section>
      <Section title="Kinds" note="Items by kind">
        <Rows head={['Kind', 'Outcomes', 'Received']}>
          {ledger.kinds.map((kind) => (
            <tr key={kind.itemKind} className="border-b border-line">
              <Cell>
                <code className="text-12 whitespace-nowrap">{kind.itemKind}</code>
              </Cell>
              <Cell>
                <span className="flex flex-wrap gap-x-4">
                  {kind.outcomes.map(({ outcome, reason, quantity }) => (
                    <Link
                      key={`${outcome}:${reason}`}
                      href={examplesHref(urlState, { kind: kind.itemKind, outcome, reason })}
                      className="whitespace-nowrap underline-offset-2 hover:underline"
                    >
                      <Dot outcome={outcome} /> <span className="text-accent">{count(quantity)}</span>{' '}
                      <span className="text-muted">
                        {reason === '' || reason === kind.itemKind
                          ? (outcomeNames[outcome] ?? outcome).toLowerCase()
                          : reason}
                      </span>
                      <span className="sr-only">, examples of {kind.itemKind}</span>
                    </Link>
                  ))}
                </span>
              </Cell>
              <Cell number>
                <Link
                  href={examplesHref(urlState, { kind: kind.itemKind })}
                  aria-label={`${count(kind.received)}, examples of ${kind.itemKind}`}
                  className="text-accent underline-offset-2 hover:underline"
                >
                  {count(kind.received)}
                </Link>
              </Cell>
            </tr>
          ))}
        </Rows>
      </Section>
      <Keys ledger={ledger} urlState={urlState} nowMs={nowMs} />
      <Dropped ledger={ledger} urlState={urlState} />
      {project === null ? null : <CurrentLimits project={project} />}
    </>
  );
}

/** Links to the setting that decides about this outcome. */
function SettingsLink({ project, outcome, reason }: { project: string; outcome: string; reason: string }) {
  const settings = settingsOf(outcome, reason);
  if (!settings) return null;
  return (
    <Link
      href={`/settings/projects/${encodeURIComponent(project)}${settings.path}`}
      aria-label={`${settings.name}: change settings for ${reason}`}
      className="ml-2 whitespace-nowrap text-accent underline underline-offset-2"
    >
      {settings.name}
    </Link>
  );
}

function Sum({ name, value, color }: { name: string; value: ReactNode; color?: string }) {
  return (
    <dl>
      <dt className="flex items-center gap-1.5 text-12 text-muted">
        {color ? <span aria-hidden className="size-2 rounded-full" style={{ background: color }} /> : null}
        {name}
      </dt>
      <dd className="text-28 font-semibold">{value}</dd>
    </dl>
  );
}
