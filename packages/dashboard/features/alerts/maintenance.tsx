import type { MaintenanceView } from '@seismo/server';
import { Plus } from 'lucide-react';
import type { Route } from 'next';
import { NoProject } from '#features/home/no-project.tsx';
import { ExactTime } from '#lib/time/exact-time.tsx';
import { may, organizationId, rolesFor, visibleProjects } from '#server/viewer.ts';
import { ActionForm } from '#ui/action-form.tsx';
import { Badge } from '#ui/badge.tsx';
import { buttonClass } from '#ui/button.tsx';
import { Link } from '#ui/link.tsx';
import { Locked } from '#ui/locked.tsx';
import { RowMenu } from '#ui/row-menu.tsx';
import { Section } from '#ui/section.tsx';
import { Empty } from '#ui/states/empty.tsx';
import {
  createMaintenance,
  deleteMaintenance,
  endMaintenance,
  saveMaintenance,
  startMaintenance,
} from './maintenance-actions.ts';
import { MaintenanceForm, type MaintenanceProject } from './maintenance-form.tsx';
import { MaintenanceWhen } from './maintenance-when.tsx';
import { readMaintenance } from './read.ts';
import { maintenanceHref, type AlertsUrlState } from './search-params.ts';
import { SettingsRow } from './settings-row.tsx';

/** The maintenance windows of the selected projects, and the forms to add and edit one. */
export async function Maintenance({ urlState }: { urlState: AlertsUrlState }) {
  const [all, projects, mayChange, organization] = await Promise.all([
    readMaintenance(),
    visibleProjects(),
    may('createMaintenanceWindow'),
    organizationId(),
  ]);
  if (projects.length === 0) return <NoProject />;
  const { projects: slugs } = urlState;
  const selected = projects.filter(({ slug }) => slugs.includes(slug));
  const windows = all.filter(
    (window) =>
      slugs.length === 0 || window.projects === null || window.projects.some(({ slug }) => slugs.includes(slug)),
  );
  const shared = {
    organizationId: organization,
    projects: projects.map(({ id, name }) => ({ id, name })),
    nowMs: Date.now(),
    urlState,
  };
  const isNew = mayChange && urlState.window === 'new';
  const start = mayChange ? <Start organizationId={organization} selected={selected} urlState={urlState} /> : null;
  const locked = mayChange ? null : (
    <Locked reason={`Only ${rolesFor('createMaintenanceWindow')} can add and change maintenance windows.`} />
  );
  return (
    <>
      {windows.length === 0 && !isNew ? (
        <Empty title="No maintenance windows">
          <p>
            Add a window for a deployment or an upgrade that causes errors you expect. While it is active, the alert
            rules of its projects send nothing.
          </p>
          <div className="flex flex-wrap items-center justify-center gap-2">{start}</div>
          {locked}
        </Empty>
      ) : (
        <>
          <p className="my-3 max-w-[80ch] text-13 text-muted">
            While a window is active, the alert rules of its projects send nothing. What fires is listed under Alerts.
          </p>
          {locked}
          {isNew ? null : <div className="flex flex-wrap items-center gap-2">{start}</div>}
        </>
      )}
      {isNew ? (
        <div className="mt-5">
          <Section title="New maintenance window">
            <MaintenanceForm
              label="New maintenance window"
              window={null}
              selected={selected.map(({ id }) => id)}
              projects={shared.projects}
              nowMs={shared.nowMs}
              submit="Add window"
              action={createMaintenance.bind(null, organization, contextOf(urlState))}
              cancelHref={maintenanceHref(urlState) as Route}
            />
          </Section>
        </div>
      ) : null}
      {windows.length === 0 ? null : (
        <ul aria-label="Maintenance windows" className="my-4 rounded-md border border-line bg-surface">
          {windows.map((window) => (
            <Window key={window.id} window={window} mayChange={mayChange} {...shared} />
          ))}
        </ul>
      )}
    </>
  );
}

const contextOf = ({ projects, environments }: AlertsUrlState) => ({ projects, environments });

interface StartProps {
  organizationId: number;
  selected: MaintenanceProject[];
  urlState: AlertsUrlState;
}

/** Starts a window of one hour, or opens the form. */
function Start({ organizationId: organization, selected, urlState }: StartProps) {
  const ids = selected.length === 0 ? null : selected.map(({ id }) => id);
  const names = selected.length === 0 ? 'all projects' : selected.map(({ name }) => name).join(', ');
  return (
    <>
      <ActionForm
        action={startMaintenance.bind(null, organization, ids)}
        submit="Start maintenance now"
        small
        className="flex flex-wrap items-center gap-2"
      />
      <Link href={maintenanceHref(urlState, 'new')} scroll={false} className={buttonClass('plain', true)}>
        <Plus size={14} aria-hidden />
        New window
      </Link>
      <span className="text-12 text-muted">Starting now silences {names} for 1 hour.</span>
    </>
  );
}

interface WindowProps {
  window: MaintenanceView;
  organizationId: number;
  mayChange: boolean;
  projects: MaintenanceProject[];
  nowMs: number;
  urlState: AlertsUrlState;
}

function Window({ window, organizationId: organization, mayChange, projects, nowMs, urlState }: WindowProps) {
  const { id, name, times, weekly, status } = window;
  const isEdited = mayChange && urlState.window === String(id);
  return (
    <SettingsRow
      name={name}
      kind=""
      badge={<Status {...window} />}
      facts={[
        window.projects === null ? 'All projects' : window.projects.map((project) => project.name).join(', '),
        <MaintenanceWhen key="when" times={times} weekly={weekly} />,
      ]}
      actions={
        mayChange ? (
          <div className="flex items-start gap-1">
            {status === 'active' && times.kind === 'once' ? (
              <ActionForm
                action={endMaintenance.bind(null, organization, id)}
                submit="End now"
                variant="plain"
                small
                className="flex items-center gap-2"
              />
            ) : null}
            <Link
              href={maintenanceHref(urlState, isEdited ? null : String(id))}
              scroll={false}
              aria-label={isEdited ? `Close the form of ${name}` : `Edit ${name}`}
              className={buttonClass('quiet', true)}
            >
              {isEdited ? 'Close' : 'Edit'}
            </Link>
            <RowMenu
              label={`Actions for ${name}`}
              item="Delete window…"
              title={`Delete the window ${name}?`}
              name={name}
              submit="Delete window"
              action={deleteMaintenance.bind(null, organization, id)}
            >
              {status === 'active'
                ? 'Maintenance ends now, and alert rules send messages again.'
                : 'Alert rules send messages at these times, too.'}{' '}
              You cannot undo this.
            </RowMenu>
          </div>
        ) : null
      }
    >
      {isEdited ? (
        <div className="mt-4">
          <MaintenanceForm
            label={`Edit ${name}`}
            window={window}
            selected={[]}
            projects={projects}
            nowMs={nowMs}
            submit="Save window"
            action={saveMaintenance.bind(null, organization, id, contextOf(urlState))}
            cancelHref={maintenanceHref(urlState) as Route}
          />
        </div>
      ) : null}
    </SettingsRow>
  );
}

function Status({ status, period }: Pick<MaintenanceView, 'status' | 'period'>) {
  if (period === null) return <Badge>Ended</Badge>;
  const isActive = status === 'active';
  return (
    <span className="flex max-sm:my-0.5">
      <Badge tone={isActive ? 'warning' : 'plain'}>
        {isActive ? 'Active until' : 'Starts'}&nbsp;
        <ExactTime atMs={isActive ? period.toMs : period.fromMs} to="minute" />
      </Badge>
    </span>
  );
}
