import type { ReactNode } from 'react';
import { ActionForm } from '#ui/action-form.tsx';
import { count, plural } from '#ui/count.ts';
import { Definitions, Section } from '#ui/section.tsx';
import { Time } from '#lib/time/time.tsx';
import { runtime } from '#server/runtime.ts';
import { organizationId, runQuery } from '#server/viewer.ts';
import { resumeOutgoing } from './actions.ts';

/** Backups of this server, and what a restored one waits for. */
export async function Backups() {
  const { last, failure, progress, schedule, restored } = await runQuery((viewer) =>
    runtime().query.backupHealth(viewer),
  );
  const nowMs = Date.now();
  const entries: [string, ReactNode][] = [
    ['Last backup', last ? <LastBackup {...last} nowMs={nowMs} /> : 'None yet'],
    ['Schedule', <Schedule key="schedule" schedule={schedule} />],
  ];
  if (schedule && last && last.atMs !== schedule.lastAtMs) {
    const { lastAtMs } = schedule;
    entries.push([
      'Last scheduled backup',
      lastAtMs === null ? 'None yet' : <Time atMs={lastAtMs} nowMs={nowMs} ago />,
    ]);
  }
  if (progress) entries.push(['Running now', progressOf(progress)]);
  if (failure) {
    entries.push([
      'Last failure',
      <>
        <Time atMs={failure.atMs} nowMs={nowMs} ago />: {failure.reason}
      </>,
    ]);
  }
  return (
    <>
      {restored && (
        <Section title="Restored server">
          <p className="mb-3 max-w-[72ch] text-13">
            This server was restored from a backup made <Time atMs={restored.backupAtMs} nowMs={nowMs} ago />. It
            accepts and processes reports, and connects to no other host: single sign-on and checks of hosts are paused.
            Allow connections once the server that it replaces is off.
          </p>
          <ActionForm action={resumeOutgoing.bind(null, await organizationId())} submit="Allow connections" />
        </Section>
      )}
      <Section title="Backups">
        <Definitions entries={entries} />
      </Section>
    </>
  );
}

function LastBackup({ atMs, folder, nowMs }: { atMs: number; folder: string | null; nowMs: number }) {
  return (
    <>
      <Time atMs={atMs} nowMs={nowMs} ago />
      {folder === null ? (
        ', to a file'
      ) : (
        <>
          , in <code>{folder}</code>
        </>
      )}
    </>
  );
}

function Schedule({ schedule }: { schedule: { folder: string; everyMs: number; keepMs: number } | null }) {
  if (schedule === null) {
    return (
      <>
        None. Set <code>SEISMO_BACKUP_FOLDER</code>, or run <code>seismo backup</code>.
      </>
    );
  }
  const hours = schedule.everyMs / 3_600_000;
  return (
    <>
      {hours === 1 ? 'Every hour' : `Every ${hours} hours`} to <code>{schedule.folder}</code>, kept for{' '}
      {plural(schedule.keepMs / 86_400_000, 'day')}
    </>
  );
}

const stages: Record<string, string> = {
  telemetry: 'Events and sessions',
  journal: 'Waiting reports',
  pause: 'Last changes',
  state: 'Issues and settings',
  blobs: 'Attachments and source maps',
  done: 'Done',
};

function progressOf({ stage, done, total }: { stage: string; done: number; total: number }): string {
  return `${stages[stage] ?? stage}: ${count(done)} of ${count(total)}`;
}
