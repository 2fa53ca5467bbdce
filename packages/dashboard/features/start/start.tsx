import clsx from 'clsx';
import { Check } from 'lucide-react';
import type { ComponentProps } from 'react';
import { Code } from '#components/ui/code.tsx';
import { buttonClass } from '#components/ui/button.tsx';
import { Link } from '#components/ui/link.tsx';
import { issuePath } from '#features/issue/event-params.ts';
import { first, issuesHref, type RawParams } from '#features/issues/search-params.ts';
import { runtime } from '#server/runtime.ts';
import { ask } from '#server/viewer.ts';
import { kitSnippets } from './kit-snippets.ts';
import { platformOf, platforms } from './platforms.ts';
import { snippets } from './snippets.ts';
import { WaitForFirstEvent } from './wait-for-first-event.tsx';

/** From a new project to its first issue. */
export async function Start({ params, search }: { params: Promise<{ project: string }>; search: Promise<RawParams> }) {
  const [{ project: slug }, query] = await Promise.all([params, search]);
  const project = await ask((viewer) => runtime().query.project(viewer, slug));
  const platform = platformOf(first(query.platform) ?? project.platform);
  const here = `/projects/${encodeURIComponent(slug)}/start?platform=` as const;
  const { kit } = runtime();
  const own = kit && project.dsn ? kitSnippets(platform, project.dsn, kit) : null;
  const keepsSentry = first(query.sdk) === 'sentry';
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-8 lg:grid-cols-[minmax(0,1fr)_320px]">
      <div className="flex min-w-0 flex-col gap-6">
        <section aria-label="DSN">
          <h2 className="mb-2 text-14">DSN</h2>
          {project.dsn ? (
            <Code text={project.dsn} label="DSN" />
          ) : (
            <p className="text-13 text-muted">No key of this project is active. Activate one in its settings.</p>
          )}
        </section>
        {project.dsn ? (
          <section aria-label="Snippets">
            <nav aria-label="Platforms" className="mb-4 flex flex-wrap gap-1.5">
              {platforms.map(({ id, name }) => (
                <Choice key={id} href={`${here}${id}`} on={id === platform}>
                  {name}
                </Choice>
              ))}
            </nav>
            {own ? (
              <nav aria-label="SDK" className="mb-5 flex flex-wrap items-center gap-1.5 text-13">
                <span className="mr-1 text-muted">With</span>
                <Choice href={`${here}${platform}`} on={!keepsSentry}>
                  Seismo SDK
                </Choice>
                <Choice href={`${here}${platform}&sdk=sentry`} on={keepsSentry}>
                  Sentry SDK
                </Choice>
                <span className="text-muted sm:ml-1">
                  {keepsSentry
                    ? 'Of any version since 7; only the DSN changes.'
                    : 'From this server, so it always fits.'}
                </span>
              </nav>
            ) : null}
            <ol className="flex flex-col gap-5">
              {(own && !keepsSentry ? own : snippets(platform, project.dsn)).map((step, index) => (
                <li key={step.says}>
                  <p className="mb-1.5 text-13">
                    <span className="mr-2 text-muted">{index + 1}</span>
                    {step.says}
                  </p>
                  <Code text={step.code} label={step.says} />
                </li>
              ))}
            </ol>
          </section>
        ) : null}
      </div>
      <aside aria-label="First event" className="order-first lg:order-none">
        <FirstEvent slug={slug} arrived={project.firstEventAtMs !== null} />
      </aside>
    </div>
  );
}

function Choice<Route extends string>({ on, ...link }: ComponentProps<typeof Link<Route>> & { on: boolean }) {
  return (
    <Link
      {...link}
      replace
      scroll={false}
      data-prefetch="no"
      aria-current={on ? 'true' : undefined}
      className={clsx(
        'rounded-md border px-2.5 py-1 text-13',
        on
          ? 'border-accent bg-accent-wash font-medium text-accent'
          : 'border-line text-muted hover:border-line-strong hover:text-ink',
      )}
    />
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
    ? await ask((viewer) => runtime().query.listIssues(viewer, { ...filter, projects: [slug], environments: [] }))
    : null;
  const issue = page?.issues[0];
  return (
    <div role="status" className="rounded-md border border-line bg-surface p-4 lg:sticky lg:top-4">
      <WaitForFirstEvent issueHref={issue ? issuePath(issue.shortId) : null} />
      {issue ? (
        <>
          <p className="flex items-center gap-2 text-14 font-medium">
            <Check size={16} aria-hidden className="text-good" />
            Events are arriving
          </p>
          <p className="mt-1 mb-3 text-13 [overflow-wrap:anywhere] text-muted">
            The newest: {issue.type} {issue.value}
          </p>
          <Link href={issuesHref({ projects: [slug] })} className={buttonClass('primary')}>
            Go to the issues
          </Link>
        </>
      ) : (
        <>
          <p className="flex items-center gap-2.5 text-14 font-medium">
            <Pulse />
            Waiting for the first event
          </p>
          <p className="mt-1 text-13 text-muted">
            This page moves on to the issue by itself. You can also leave; nothing is lost.
          </p>
        </>
      )}
    </div>
  );
}

/** The mark's flat line, waiting for its pulse. */
function Pulse() {
  return (
    <span aria-hidden className="relative flex size-2.5">
      <span className="absolute inset-0 animate-ping rounded-full bg-accent opacity-40 motion-reduce:animate-none" />
      <span className="relative size-2.5 rounded-full bg-accent" />
    </span>
  );
}
