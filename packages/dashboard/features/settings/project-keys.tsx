import type { KeyUsage, KeyView } from '@seismo/server';
import { Fragment, type ReactNode } from 'react';
import { ActionForm } from '#ui/action-form.tsx';
import { Badge } from '#ui/badge.tsx';
import { ConfirmByName } from '#ui/confirm-by-name.tsx';
import { Code } from '#ui/code.tsx';
import { count, plural } from '#ui/count.ts';
import { Field, SmallInput } from '#ui/field.tsx';
import { Link } from '#ui/link.tsx';
import { Section } from '#ui/section.tsx';
import { Time } from '#lib/time/time.tsx';
import { outcomeNames } from '#features/stats/ledger.ts';
import { examplesHref, statsHref, type StatsUrlState } from '#features/stats/search-params.ts';
import { runtime } from '#server/runtime.ts';
import { targetOf, type Target } from '#server/target.ts';
import { runQuery } from '#server/viewer.ts';
import { readProject } from '#features/home/read.ts';
import { Locked } from '#ui/locked.tsx';
import { projectLock } from './project/project-lock.ts';
import { rateLimitText } from './rate-limit-text.ts';
import { createKey, setKeyActive, setKeyLimit } from './key-actions.ts';
import type { ProjectParams } from './project/project-settings-page.tsx';

/** A project's client keys with their DSNs, states, rate limits and usage. */
export async function ProjectKeys({ params }: { params: ProjectParams }) {
  const { project: slug } = await params;
  const [keys, uses] = await Promise.all([
    runQuery((viewer) => runtime().query.keys(viewer, slug)),
    runQuery((viewer) => runtime().query.keyUsage(viewer, slug, USES_RANGE)),
  ]);
  const target = targetOf(await readProject(slug));
  const locked = await projectLock('updateKey', slug);
  const nowMs = Date.now();
  return (
    <>
      {locked ? <Locked reason={locked} /> : null}
      {keys.map((key) => (
        <Key key={key.id} project={target} value={key} isLocked={locked !== null}>
          <Use project={slug} value={key} use={uses.find(({ keyId }) => keyId === key.id) ?? null} nowMs={nowMs} />
        </Key>
      ))}
      {locked ? null : (
        <Section title="New key" note="Use one key per source so that you can limit or disable each one separately.">
          <ActionForm
            action={createKey.bind(null, target)}
            submit="Create key"
            variant="plain"
            className="flex max-w-96 flex-col gap-3"
          >
            <Field label="Label" name="label" required maxLength={100} autoComplete="off" placeholder="Mobile app" />
          </ActionForm>
        </Section>
      )}
    </>
  );
}

/** The time range of a key's usage. */
const USES_RANGE = '30d';

interface KeyProps {
  project: Target;
  value: KeyView;
  isLocked: boolean;
  children: ReactNode;
}

function Key({ project, value: key, isLocked, children }: KeyProps) {
  return (
    <Section
      title={key.label}
      actions={key.active ? <Badge tone="good">Active</Badge> : <Badge tone="warning">Disabled</Badge>}
    >
      <Code text={key.dsn} label={`DSN of ${key.label}`} />
      {children}
      {isLocked ? (
        <p className="mt-2 text-13 text-muted">{rateLimitText(key)}</p>
      ) : (
        <div className="mt-3 flex flex-wrap items-end justify-between gap-3">
          <ActionForm
            action={setKeyLimit.bind(null, project, key.id)}
            submit="Save limit"
            variant="plain"
            small
            className="flex flex-wrap items-center gap-2 text-13"
          >
            At most
            <SmallInput
              name="rateLimit.count"
              aria-label={`Rate limit of ${key.label}, events at most`}
              type="number"
              min={1}
              defaultValue={key.rateLimit?.count ?? ''}
              placeholder="Any"
              className="w-24!"
            />
            <label className="flex items-center gap-2">
              events per
              <select name="rateLimit.windowS" defaultValue={String(key.rateLimit?.windowS ?? 60)} className="select">
                <option value="60">minute</option>
                <option value="3600">hour</option>
                <option value="86400">day</option>
              </select>
            </label>
          </ActionForm>
          {key.active ? (
            <ConfirmByName
              button="Disable key"
              variant="plain"
              small
              title={`Disable the key ${key.label}?`}
              name={key.label}
              submit="Disable key"
              action={setKeyActive.bind(null, project, key.id, false)}
            >
              Seismo rejects and counts everything sent with this key. You can enable it again later.
            </ConfirmByName>
          ) : (
            <ActionForm
              action={setKeyActive.bind(null, project, key.id, true)}
              submit="Enable key"
              variant="plain"
              small
              className="flex items-center gap-2"
            />
          )}
        </div>
      )}
    </Section>
  );
}

interface UseProps {
  project: string;
  value: KeyView;
  use: KeyUsage | null;
  nowMs: number;
}

/** When the key was last used and the outcomes of its items, to tell which keys can be disabled. */
function Use({ project, value: { id, label }, use, nowMs }: UseProps) {
  if (use === null) return <p className="mt-2 text-13 text-muted">Never used.</p>;
  const shown: StatsUrlState = { projects: [project], range: USES_RANGE, key: id };
  return (
    <p className="mt-2 text-13 text-muted">
      Last used <Time atMs={use.lastAtMs} nowMs={nowMs} ago />.{' '}
      {use.received === 0 ? (
        'No items in the last 30 days.'
      ) : (
        <>
          <Link
            href={statsHref(shown)}
            aria-label={`${plural(use.received, 'item')} in the last 30 days, by ${label}`}
            className="text-accent underline underline-offset-2"
          >
            {plural(use.received, 'item')}
          </Link>{' '}
          in the last 30 days:{' '}
          {use.outcomes.map(({ outcome, quantity }, index) => (
            <Fragment key={outcome}>
              {index === 0 ? '' : ', '}
              <Link
                href={examplesHref(shown, { outcome })}
                className="underline decoration-line-strong underline-offset-2 hover:decoration-current"
              >
                {count(quantity)} {(outcomeNames[outcome] ?? outcome).toLowerCase()}
                <span className="sr-only"> by {label}</span>
              </Link>
            </Fragment>
          ))}
          .
        </>
      )}
    </p>
  );
}
