import { buttonClass } from '#ui/button.tsx';
import { Link } from '#ui/link.tsx';
import { Crumbs } from '#shell/crumbs.tsx';
import { projectHref } from '#features/home/search-params.ts';
import { runtime } from '#server/runtime.ts';
import { runQuery } from '#server/viewer.ts';
import { settingsOfProject } from './settings-index.ts';

/** The breadcrumbs of a project's settings, with links to its other pages. */
export async function ProjectCrumbs({ page, params }: { page: string; params: Promise<{ project: string }> }) {
  const { project: slug } = await params;
  const project = await runQuery((viewer) => runtime().query.project(viewer, slug));
  return (
    <>
      <title>{`${page} · ${project.name} · Settings · Seismo`}</title>
      <Crumbs
        crumbs={[
          { name: 'Settings', href: '/settings' },
          { name: project.name, href: settingsOfProject(slug) },
          { name: page },
        ]}
      >
        <span className="ml-auto flex gap-1.5">
          <Link href={projectHref(slug)} className={buttonClass('plain', true)}>
            {' '}
            Overview{' '}
          </Link>
          <Link
            href={`/projects/${encodeURIComponent(slug)}/start`}
            className={buttonClass('plain', true, 'max-md:hidden')}
          >
            {' '}
            SDK setup{' '}
          </Link>
        </span>
      </Crumbs>
    </>
  );
}
