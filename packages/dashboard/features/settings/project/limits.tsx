import type { SpikeStatus } from '@seismo/server';
import { ActionForm } from '#ui/action-form.tsx';
import { Badge } from '#ui/badge.tsx';
import { bytes, count, plural } from '#ui/count.ts';
import { Field } from '#ui/field.tsx';
import { Link } from '#ui/link.tsx';
import { Definitions, Section } from '#ui/section.tsx';
import { ExactTime } from '#lib/time/exact-time.tsx';
import { runtime } from '#server/runtime.ts';
import { targetOf } from '#server/target.ts';
import { runQuery } from '#server/viewer.ts';
import { readProject } from '#features/home/read.ts';
import { Locked } from '#ui/locked.tsx';
import { projectLock } from './project-lock.ts';
import {
  pauseSpikeProtection,
  previewTraceRule,
  setBytesPerDay,
  setRetention,
  setSpikeProtection,
  setTraceRule,
} from './actions.ts';
import { BYTES_PER_GB } from './bytes-per-gb.ts';
import { rateLimitText } from '../rate-limit-text.ts';
import { History } from './history.tsx';
import { TraceRulePreview } from './trace-rule-preview.tsx';
import type { ProjectParams } from './project-settings-page.tsx';

const retentionFields = [
  ['eventDays', 'Days of events', 'Leave empty for no limit.'],
  ['attachmentDays', 'Days of attachments', 'Attachments are deleted no later than the content of their event.'],
  ['sessionDays', 'Days of sessions', 'Older sessions stay counted by hour, without users.'],
  ['spanDays', 'Days of spans', 'Older spans are deleted. Near the disk budget, spans go before events.'],
] as const;

/** The threshold, and what was limited lately. */
function spikeText(
  { limitPerMinute, limitedLastHour, limitedLast24h }: SpikeStatus['events'],
  noun: 'event' | 'span',
): string {
  if (limitPerMinute === null) return `No limit before one day of ${noun}s`;
  const limited = `${count(limitedLastHour)} limited in the last hour, ${count(limitedLast24h)} in 24 hours`;
  return `${plural(limitPerMinute, noun)} per minute; ${limited}`;
}

/** Spike protection, the daily data limit, retention, the rule for traces, and the rate limits of the project’s keys. */
export async function Limits({ params }: { params: ProjectParams }) {
  const { project } = await params;
  const [{ settings }, spike, usage, keys] = await Promise.all([
    runQuery((viewer) => runtime().query.configuration(viewer, project, 'limits')),
    runQuery((viewer) => runtime().query.spikeStatus(viewer, project)),
    runQuery((viewer) => runtime().query.dayUsage(viewer, project)),
    runQuery((viewer) => runtime().query.keys(viewer, project)),
  ]);
  const target = targetOf(await readProject(project));
  const locked = await projectLock('saveConfiguration', project);
  return (
    <>
      <Section
        title="Spike protection"
        note="Prevents one broken deployment from filling the disk."
        actions={
          spike.events.isLimitingNow || spike.spans.isLimitingNow ? (
            <Badge tone="warning">Limiting now</Badge>
          ) : spike.on ? (
            <Badge tone="good">On</Badge>
          ) : (
            <Badge>Off</Badge>
          )
        }
      >
        <p className="mb-3 max-w-[72ch] text-13 text-muted">
          Seismo compares each minute with a busy hour of the last 7 days (the 90th percentile), events and spans apart.
          What is far above that rate is counted as limited and not stored.
        </p>
        <Definitions
          entries={[
            ['Events', spikeText(spike.events, 'event')],
            ['Spans', spikeText(spike.spans, 'span')],
            ...(spike.spikeProtectionPausedUntilMs === null
              ? []
              : [
                  ['Paused until', <ExactTime key="until" atMs={spike.spikeProtectionPausedUntilMs} to="minute" />] as [
                    string,
                    React.ReactNode,
                  ],
                ]),
          ]}
        />
        {locked ? (
          <div className="mt-4">
            <Locked reason={locked} />
          </div>
        ) : (
          <div className="mt-4 flex flex-wrap items-center gap-2">
            {spike.on ? (
              spike.spikeProtectionPausedUntilMs === null ? (
                <ActionForm
                  action={pauseSpikeProtection.bind(null, target, 1)}
                  submit="Pause for one hour"
                  variant="plain"
                  className="flex flex-wrap items-center gap-2"
                />
              ) : (
                <ActionForm
                  action={pauseSpikeProtection.bind(null, target, 0)}
                  submit="Resume"
                  variant="plain"
                  className="flex flex-wrap items-center gap-2"
                />
              )
            ) : null}
            <ActionForm
              action={setSpikeProtection.bind(null, target, !spike.on)}
              submit={spike.on ? 'Turn off' : 'Turn on'}
              variant={spike.on ? 'plain' : 'primary'}
              className="flex flex-wrap items-center gap-2"
            />
          </div>
        )}
      </Section>
      <Section title="Daily data limit" note="Protects the disk from a project that sends too much.">
        <p className="mb-3 max-w-[72ch] text-13 text-muted">
          When a project reaches this limit in a UTC day, Seismo tells its SDKs to wait and counts further items as
          limited. Reports and attachments count at their decompressed size. A single client key can use at most 90% of
          the limit, and a single network address at most 50%.
        </p>
        <Definitions
          entries={[
            ['Today', bytes(usage.bytesToday)],
            ['Busiest day in the last 30', bytes(usage.busiestDayBytes)],
          ]}
        />
        <ActionForm
          action={setBytesPerDay.bind(null, target)}
          submit="Save"
          locked={locked}
          className="mt-4 flex flex-col gap-4"
        >
          <Field
            label="Gigabytes per day"
            name="bytesPerDay"
            type="number"
            min="0.001"
            step="any"
            inputMode="decimal"
            defaultValue={usage.bytesPerDay === null ? '' : usage.bytesPerDay / BYTES_PER_GB}
            placeholder="No limit"
            hint="Leave empty for no limit."
            className="max-w-60"
          />
        </ActionForm>
      </Section>
      <Section title="Retention" note="How long Seismo stores data.">
        <p className="mb-3 max-w-[72ch] text-13 text-muted">
          Older events lose their content but stay counted: totals, charts and release numbers remain exact. When the
          server nears its disk budget, repeated events lose their content earlier.{' '}
          <Link
            href={`/stats?project=${encodeURIComponent(project)}`}
            className="text-accent underline underline-offset-2"
          >
            View storage
          </Link>
        </p>
        <ActionForm
          action={setRetention.bind(null, target)}
          submit="Save"
          locked={locked}
          className="flex flex-col gap-4"
        >
          {retentionFields.map(([name, label, hint]) => (
            <Field
              key={name}
              label={label}
              name={name}
              type="number"
              min="1"
              max="3650"
              step="1"
              inputMode="numeric"
              defaultValue={settings[name] ?? ''}
              placeholder="No limit"
              hint={hint}
              className="max-w-60"
            />
          ))}
        </ActionForm>
      </Section>
      <Section title="Kept traces" note="Which traces of this project Seismo stores.">
        <p className="mb-3 max-w-[72ch] text-13 text-muted">
          A minute after the first spans of a trace arrive, Seismo decides about the whole trace. Traces with an error
          or a failed span are always kept. Of the others, slow ones and a share of the rest are kept; they count for
          those that are not. A trace of several projects is kept if one of them keeps it.
        </p>
        <ActionForm
          action={setTraceRule.bind(null, target)}
          submit="Save"
          locked={locked}
          className="flex flex-col gap-4"
        >
          <Field
            label="Percent of traces without an error"
            name="tracePercent"
            type="number"
            min="0"
            max="100"
            step="any"
            inputMode="decimal"
            required
            defaultValue={Number((settings.traceShare * 100).toFixed(4))}
            hint="100 keeps all traces."
            className="max-w-60"
          />
          <Field
            label="Keep traces slower than (seconds)"
            name="slowSeconds"
            type="number"
            min="0.001"
            max="3600"
            step="any"
            inputMode="decimal"
            defaultValue={settings.slowTraceMs === null ? '' : settings.slowTraceMs / 1000}
            placeholder="No threshold"
            hint="If a request, page load or job takes this long. Leave empty to keep a share of slow ones, too."
            className="max-w-60"
          />
          <TraceRulePreview preview={previewTraceRule.bind(null, target)} />
        </ActionForm>
      </Section>
      <Section
        title="Client keys"
        note={
          <>
            Set the rate limit of each key{' '}
            <Link
              href={`/settings/projects/${encodeURIComponent(project)}`}
              className="text-accent underline underline-offset-2"
            >
              next to its DSN
            </Link>
            . Above the limit, Seismo tells SDKs to wait.
          </>
        }
      >
        <Definitions entries={keys.map((key): [string, string] => [key.label, rateLimitText(key)])} />
      </Section>
      <History project={project} name="limits" />
    </>
  );
}
