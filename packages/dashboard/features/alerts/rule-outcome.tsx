import type { AlertPreview, RuleCondition } from '@seismo/server';
import { TimeSeries } from '#charts/time-series.tsx';
import { ValueSeries } from '#charts/value-series.tsx';
import { ExactTime } from '#lib/time/exact-time.tsx';
import { Time } from '#lib/time/time.tsx';
import { count, plural } from '#ui/count.ts';
import { Link } from '#ui/link.tsx';
import { Severity } from '#ui/severity.tsx';
import { releaseHref } from '#features/releases/search-params.ts';
import type { ConditionOptions } from './condition-draft.ts';
import { metricText, thresholdLines, unitOf } from './metric-words.ts';
import { ReleaseState } from './release-state.tsx';

const HOUR_MS = 3600 * 1000;
const DAY_MS = 24 * 3600 * 1000;

interface Props {
  preview: AlertPreview;
  /** Of the rule that was previewed. */
  condition: RuleCondition | null;
  options: ConditionOptions;
}

/** What a rule would have done: in a sentence, by day, and with its metric, its releases or its issues. */
export function RuleOutcome({ preview, condition, options }: Props) {
  const { sinceMs, untilMs, days, messageCount, issues, issueCount, releases, series, isCut } = preview;
  const isAboutIssues = condition === null || condition.kind === 'frequency';
  const [sentCount, repeatedCount] = [sum(days.map(({ sent }) => sent)), sum(days.map(({ repeated }) => repeated))];
  const firedCount = sentCount + repeatedCount;
  const span = isCut ? 'Since ' : 'In the last 14 days, ';
  return (
    <div className="flex flex-col gap-4 text-13">
      <div role="status" className="flex flex-col gap-1">
        <p>
          {span}
          {isCut ? (
            <>
              <ExactTime atMs={sinceMs} to="minute" />
              {', '}
            </>
          ) : null}
          {firedCount === 0 ? (
            'this rule would not have fired.'
          ) : (
            <>
              this rule would have fired <b>{plural(firedCount, 'time')}</b>
              {isAboutIssues ? (
                <>
                  {' '}
                  for <b>{plural(issueCount, 'issue')}</b>
                </>
              ) : null}{' '}
              and sent <b>{plural(messageCount, 'message')}</b> to each recipient
              {condition?.kind === 'metric' && condition.reportsEnd ? ', ends included.' : '.'}
            </>
          )}
        </p>
        {isCut ? <p className="text-muted">The project has more changes in 14 days than the preview reads.</p> : null}
      </div>
      {series && condition?.kind === 'metric' ? (
        <ValueSeries
          fromMs={sinceMs}
          bucketMs={HOUR_MS}
          name={`${metricText(condition, options)}, the ${condition.direction === 'above' ? 'highest' : 'lowest'} of each hour`}
          series={[{ name: metricText(condition, options), color: 'var(--series-1)', values: series }]}
          unit={unitOf(condition, options)}
          lines={thresholdLines(condition, options)}
          height={140}
        />
      ) : null}
      {firedCount === 0 ? null : (
        <>
          <TimeSeries
            fromMs={sinceMs}
            bucketMs={DAY_MS}
            nowMs={untilMs}
            series={[
              { name: 'Message sent', color: 'var(--series-1)', values: days.map(({ sent }) => sent) },
              { name: 'Repeated, no message', color: 'var(--series-8)', values: days.map(({ repeated }) => repeated) },
            ]}
            unit="alert"
            caption="Alerts by day"
            height={96}
            href={null}
          />
          {isAboutIssues ? <Issues issues={issues} issueCount={issueCount} nowMs={untilMs} /> : null}
          {releases.length > 0 ? <Releases releases={releases} firedCount={firedCount} nowMs={untilMs} /> : null}
        </>
      )}
      {isAboutIssues ? (
        <p className="text-12 text-muted">
          The preview filters issues by what they are like now, which can differ from when they changed.
        </p>
      ) : null}
    </div>
  );
}

type IssuesProps = Pick<AlertPreview, 'issues' | 'issueCount'> & { nowMs: number };

function Issues({ issues, issueCount, nowMs }: IssuesProps) {
  return (
    <div>
      <ul aria-label="Issues" className="border-t border-line">
        {issues.map(({ shortId, title, level, firedCount, lastFiredAtMs }) => (
          <li key={shortId} className="flex min-w-0 gap-2 border-b border-line py-1.5">
            <span className="shrink-0 pt-0.5">
              <Severity level={level} compact />
            </span>
            <div className="min-w-0 flex-1">
              <Link
                href={`/issues/${encodeURIComponent(shortId)}`}
                className="line-clamp-2 rounded-sm font-medium [overflow-wrap:anywhere] hover:underline"
              >
                <bdi>{title || 'Event without a message'}</bdi>
              </Link>
              <p className="flex flex-wrap gap-x-3 text-12 text-muted">
                <span>{shortId}</span>
                <span>{plural(firedCount, 'time')}</span>
                <span>
                  Last <Time atMs={lastFiredAtMs} nowMs={nowMs} ago />
                </span>
              </p>
            </div>
          </li>
        ))}
      </ul>
      {issueCount > issues.length ? (
        <p className="mt-1.5 text-12 text-muted">
          The latest {count(issues.length)} of {plural(issueCount, 'issue')}.
        </p>
      ) : null}
    </div>
  );
}

interface ReleasesProps {
  releases: AlertPreview['releases'];
  firedCount: number;
  nowMs: number;
}

function Releases({ releases, firedCount, nowMs }: ReleasesProps) {
  return (
    <div>
      <ul aria-label="Releases" className="border-t border-line">
        {releases.map(({ atMs, ...release }, index) => (
          <li key={index} className="border-b border-line py-1.5">
            <Link
              href={releaseHref(release.version)}
              className="line-clamp-2 rounded-sm font-medium [overflow-wrap:anywhere] hover:underline"
            >
              <bdi>{release.version}</bdi>
            </Link>
            <p className="mt-0.5 flex flex-wrap items-center gap-x-2.5 text-12 text-muted">
              <ReleaseState release={release} />
              <Time atMs={atMs} nowMs={nowMs} ago />
            </p>
          </li>
        ))}
      </ul>
      {firedCount > releases.length ? (
        <p className="mt-1.5 text-12 text-muted">The latest {count(releases.length)}.</p>
      ) : null}
    </div>
  );
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
