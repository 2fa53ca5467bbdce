import type { ChangedSetting, ConfigurationName } from '@seismo/server';
import { ActionForm } from '#ui/action-form.tsx';
import { Badge } from '#ui/badge.tsx';
import { Section } from '#ui/section.tsx';
import { Time } from '#lib/time/time.tsx';
import { runtime } from '#server/runtime.ts';
import { targetOf, type Target } from '#server/target.ts';
import { runQuery } from '#server/viewer.ts';
import { readProject } from '#features/home/read.ts';
import { projectLock } from './project-lock.ts';
import { restoreSettings } from './actions.ts';

/** The versions of these settings: who changed them, when, and a button to restore each. */
export async function History({ project, name }: { project: string; name: ConfigurationName }) {
  const versions = await runQuery((viewer) => runtime().query.configurationHistory(viewer, project, name));
  if (versions.length === 0) return null;
  const target = targetOf(await readProject(project));
  const isLocked = (await projectLock('restoreConfiguration', project)) !== null;
  const nowMs = Date.now();
  const oldest = versions.at(-1)!.version;
  return (
    <Section title="Changes" note={isLocked ? null : 'Restore any version. A restore is recorded as a new version.'}>
      <ol className="overflow-hidden rounded-md border border-line bg-surface text-13">
        {versions.map(({ version, atMs, by, changed }, index) => (
          <Version key={version} project={target} name={name} version={version} isNow={index === 0} isLocked={isLocked}>
            <Time atMs={atMs} nowMs={nowMs} ago />
            {by ? ` by ${by}` : ''}
            {changed.length > 0 ? <span className="text-muted">: {changed.map(words).join('; ')}</span> : null}
          </Version>
        ))}
        {oldest === 1 ? (
          <Version project={target} name={name} version={0} isNow={false} isLocked={isLocked}>
            Initial version
          </Version>
        ) : null}
      </ol>
    </Section>
  );
}

interface Props {
  project: Target;
  name: ConfigurationName;
  version: number;
  isNow: boolean;
  isLocked: boolean;
  children: React.ReactNode;
}

function Version({ project, name, version, isNow, isLocked, children }: Props) {
  return (
    <li className="flex min-h-11 flex-wrap items-center gap-x-4 gap-y-1 px-4 py-1.5 not-last:border-b not-last:border-line">
      <span className="text-12 text-muted tabular-nums">{version}</span>
      <span className="min-w-0 flex-1">{children}</span>
      {isNow ? (
        <Badge tone="good">Current</Badge>
      ) : isLocked ? null : (
        <ActionForm
          action={restoreSettings.bind(null, project, name, version)}
          submit="Restore"
          variant="plain"
          small
          className="flex items-center gap-2"
        />
      )}
    </li>
  );
}

/** `browser extensions: on → off`, `messages: 2 → 3`, `fingerprint rules` */
function words({ name, from, to }: ChangedSetting): string {
  const label = names[name] ?? name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return from !== null && to !== null && from !== to ? `${label}: ${from} → ${to}` : label;
}

const names: Record<string, string> = {
  nextControlFlow: 'Next.js control flow',
  resizeObserver: 'ResizeObserver notices',
  localhost: 'developer machines',
  spikeProtectionPausedUntilMs: 'spike protection paused',
  bytesPerDay: 'daily data limit',
  eventDays: 'days of events',
  attachmentDays: 'days of attachments',
  sessionDays: 'days of sessions',
  spanDays: 'days of spans',
  traceShare: 'share of traces to keep',
  slowTraceMs: 'milliseconds of a slow trace',
  userAddress: 'user IP addresses',
  defaults: 'parts scanned for secrets',
};
