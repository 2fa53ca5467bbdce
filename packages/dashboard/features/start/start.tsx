import clsx from 'clsx';
import { Check } from 'lucide-react';
import type { Route } from 'next';
import { Code } from '#ui/code.tsx';
import { buttonClass } from '#ui/button.tsx';
import { Link } from '#ui/link.tsx';
import { projectHref } from '#features/home/search-params.ts';
import { issuePath } from '#features/issue/event/event-params.ts';
import { issuesHref } from '#features/issues/search-params.ts';
import { first, type RawParams } from '#explorer/url-state.ts';
import { runtime } from '#server/runtime.ts';
import { targetOf } from '#server/target.ts';
import { runQuery, may, me } from '#server/viewer.ts';
import { kitSnippets } from './kit-snippets.ts';
import { platformOf, platforms, runsInBrowsers } from './platforms.ts';
import { snippets } from './snippets/snippets.ts';
import type { Step } from './snippets/step.ts';
import { tunnelSteps } from './snippets/tunnel.ts';
import { TestEvent } from './test-event.tsx';
import { WaitForFirstEvent } from './wait-for-first-event.tsx';

/** The setup page of a project, from the DSN to the first issue. */
export async function Start({ params, search }: { params: Promise<{ project: string }>; search: Promise<RawParams> }) {
  const [{ project: slug }, query] = await Promise.all([params, search]);
  const [project, user] = await Promise.all([runQuery((viewer) => runtime().query.project(viewer, slug)), me()]);
  const platform = platformOf(first(query.platform) ?? project.platform);
  const { kit } = runtime();
  const own = kit && project.dsn ? kitSnippets(platform, project.dsn, kit) : null;
  const keepsSentry = first(query.sdk) === 'sentry';
  const here = (change: Record<string, string>) =>
    `/projects/${encodeURIComponent(slug)}/start?${new URLSearchParams(change)}` as Route;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-8 lg:grid-cols-[minmax(0,1fr)_320px]">
      <div className="flex min-w-0 flex-col gap-6">
        <section aria-label="DSN">
          <h2 className="mb-2 text-14">DSN</h2>
          {project.dsn ? (
            <Code text={project.dsn} label="DSN" />
          ) : (
            <p className="text-13 text-muted">
              All keys of this project are disabled. Enable one in the project settings.
            </p>
          )}
        </section>
        {project.dsn ? (
          <section aria-label="Setup steps">
            <div className="mb-4">
              <Chips
                label="Platforms"
                chips={platforms.map(({ id, name }) => ({
                  name,
                  href: here({ platform: id }),
                  isSelected: id === platform,
                }))}
              />
            </div>
            {own ? (
              <div className="mb-5 flex flex-wrap items-center gap-1.5 text-13">
                <span className="mr-1 text-muted">SDK</span>
                <Chips
                  label="SDK"
                  chips={[
                    { name: 'Seismo SDK', href: here({ platform }), isSelected: !keepsSentry },
                    { name: 'Sentry SDK', href: here({ platform, sdk: 'sentry' }), isSelected: keepsSentry },
                  ]}
                />
                <span className="text-muted sm:ml-1">
                  {keepsSentry
                    ? 'Version 7 or later. Only the DSN changes.'
                    : 'Installed from this server, so the version always matches.'}
                </span>
              </div>
            ) : null}
            <Steps steps={own && !keepsSentry ? own : snippets[platform](project.dsn)} />
          </section>
        ) : null}
        {project.dsn && runsInBrowsers(platform) && (platform !== 'javascript-nextjs' || !own || keepsSentry) ? (
          <section aria-labelledby="tunnel" className="border-t border-line pt-5">
            <h2 id="tunnel" className="mb-1 scroll-mt-4 text-14">
              Tunnel through your site
            </h2>
            <p className="mb-4 max-w-[72ch] text-13 text-muted">
              Ad blockers block requests to known monitoring hosts, but not to a path on your own site.
            </p>
            <Steps steps={tunnelSteps(project.dsn, runtime().tunnelPath)} />
          </section>
        ) : null}
      </div>
      <aside
        aria-label="First event"
        className="order-first flex flex-col gap-4 lg:sticky lg:top-4 lg:order-none lg:self-start"
      >
        <FirstEvent slug={slug} arrived={project.firstEventAtMs !== null} />
        {project.dsn ? (
          <TestEvent
            project={targetOf(project)}
            endpoint={endpointOf(project.dsn)}
            sentBy={user.name || user.email}
            mayDelete={await may('deleteIssue', project.organization)}
          />
        ) : null}
      </aside>
    </div>
  );
}

/** The endpoint of the DSN as a path, because the page may be open on another host of this server. */
function endpointOf(dsn: string): string {
  const { pathname, username } = new URL(dsn);
  return `/api/${pathname.slice(pathname.lastIndexOf('/') + 1)}/envelope/?sentry_key=${username}`;
}

function Chips({ label, chips }: { label: string; chips: { name: string; href: Route; isSelected: boolean }[] }) {
  return (
    <nav aria-label={label} className="flex flex-wrap gap-1.5">
      {chips.map(({ name, href, isSelected }) => (
        <Link
          key={name}
          href={href}
          replace
          scroll={false}
          data-prefetch="no"
          aria-current={isSelected ? 'true' : undefined}
          className={clsx(
            'rounded-md border px-2.5 py-1 text-13',
            isSelected
              ? 'border-accent bg-accent-wash font-medium text-accent'
              : 'border-line text-muted hover:border-line-strong hover:text-ink',
          )}
        >
          {name}
        </Link>
      ))}
    </nav>
  );
}

function Steps({ steps }: { steps: Step[] }) {
  return (
    <ol className="flex flex-col gap-5">
      {steps.map((step, index) => (
        <li key={step.title}>
          <p className="mb-1.5 text-13">
            <span className="mr-1 text-muted">{index + 1}</span> {step.title}
          </p>
          <Code text={step.code} label={step.title} />
        </li>
      ))}
    </ol>
  );
}

async function FirstEvent({ slug, arrived }: { slug: string; arrived: boolean }) {
  const filter = {
    projects: [slug],
    environments: [],
    range: '90d',
    query: '',
    sort: 'last-seen',
    cursor: null,
    count: 1,
  } as const;
  const page = arrived
    ? await runQuery((viewer) => runtime().query.listIssues(viewer, { ...filter, projects: [slug], environments: [] }))
    : null;
  const issue = page?.issues[0];
  return (
    <div role="status" className="rounded-md border border-line bg-surface p-4">
      <WaitForFirstEvent issueHref={issue ? issuePath(issue.shortId) : null} />
      {issue ? (
        <>
          <p className="flex items-center gap-2 text-14 font-medium">
            <Check size={16} aria-hidden className="text-good" />
            Events are arriving
          </p>
          <p className="mt-1 mb-3 text-13 [overflow-wrap:anywhere] text-muted">
            Latest: {issue.type} {issue.value}
          </p>
          <div className="flex flex-wrap gap-2">
            <Link href={issuesHref({ projects: [slug] })} className={buttonClass('primary')}>
              Go to issues
            </Link>
            <Link href={projectHref(slug)} className={buttonClass()}>
              {' '}
              Go to project{' '}
            </Link>
          </div>
        </>
      ) : (
        <>
          <p className="flex items-center gap-2.5 text-14 font-medium">
            <Pulse />
            Waiting for the first event
          </p>
          <p className="mt-1 text-13 text-muted">
            This page opens the issue when the event arrives. You can leave at any time.
          </p>
        </>
      )}
    </div>
  );
}

/** A pulsing dot, visible while waiting. */
function Pulse() {
  return (
    <span aria-hidden className="relative flex size-2.5">
      <span className="absolute inset-0 animate-ping rounded-full bg-accent opacity-40 motion-reduce:animate-none" />
      <span className="relative size-2.5 rounded-full bg-accent" />
    </span>
  );
}
