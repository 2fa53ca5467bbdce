import { Settings } from 'lucide-react';
import { connection } from 'next/server';
import { buttonClass } from '#ui/button.tsx';
import { Link } from '#ui/link.tsx';
import { Crumbs } from '#shell/crumbs.tsx';
import { EnvironmentAndTime } from '#shell/context-bar/environment-and-time.tsx';
import { issuesHref } from '#features/issues/search-params.ts';
import { UnresolvedSummary } from '../issues/unresolved-summary.tsx';
import { releasesHref } from '#features/releases/search-params.ts';
import { settingsOfProject } from '../settings/settings-index.ts';
import { runtime } from '#server/runtime.ts';
import { runQuery } from '#server/viewer.ts';
import { readHomeParams, readProject, type HomeParams } from './read.ts';
import { projectHref } from './search-params.ts';

/** The project’s name, its state in a sentence, and links to its pages. */
export async function HomeHead(params: HomeParams) {
  await connection();
  const { slug, context } = await readHomeParams(params);
  const { query } = runtime();
  const [project, environments, unresolved] = await Promise.all([
    readProject(slug),
    runQuery((viewer) => query.environments(viewer, [slug])),
    runQuery((viewer) => query.unresolvedSummary(viewer, slug)),
  ]);
  const path = encodeURIComponent(slug);
  const all = { projects: [slug], environments: context.environments };
  return (
    <header className="pt-5 pb-4">
      <title>{`${project.name} · Projects · Seismo`}</title>
      <Crumbs crumbs={[{ name: 'Projects', href: '/projects' }, { name: project.name }]} />
      <div className="mt-1 flex min-w-0 flex-wrap items-center gap-x-3 gap-y-2">
        <h1 className="min-w-0 text-20 [overflow-wrap:anywhere]">{project.name}</h1>
        <p className="text-13 text-muted">
          {project.firstEventAtMs === null ? (
            'Waiting for the first event'
          ) : (
            <UnresolvedSummary counts={unresolved} projects={[slug]} range={context.range} nowMs={Date.now()} />
          )}
        </p>
        <div className="flex flex-wrap items-center gap-2 md:ml-auto">
          <EnvironmentAndTime path={projectHref(slug)} environments={environments} search={await params.search} />
        </div>
      </div>
      <nav aria-label="Project pages" className="mt-3 flex flex-wrap gap-1.5">
        <Link href={issuesHref({ ...all, range: context.range })} className={buttonClass('plain', true)}>
          Issues
        </Link>
        <Link href={releasesHref(all)} className={buttonClass('plain', true)}>
          Releases
        </Link>
        <Link href={`/stats?project=${path}`} className={buttonClass('plain', true)}>
          Stats
        </Link>
        <Link href={`/projects/${path}/start`} className={buttonClass('plain', true)}>
          {' '}
          SDK setup{' '}
        </Link>
        <Link href={settingsOfProject(slug)} className={buttonClass('plain', true)}>
          <Settings size={13} aria-hidden />
          Settings
        </Link>
      </nav>
    </header>
  );
}
