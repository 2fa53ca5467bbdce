import { buttonClass } from '#ui/button.tsx';
import { Link } from '#ui/link.tsx';
import { Crumbs } from '#shell/crumbs.tsx';
import { projectHref } from '#features/home/search-params.ts';
import { runtime } from '#server/runtime.ts';
import { runQuery } from '#server/viewer.ts';
import { settingsOfProject } from './places.ts';

/** Which project's settings these are, and the ways to the others of it. */
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
            Home
          </Link>
          <Link
            href={`/projects/${encodeURIComponent(slug)}/start`}
            className={buttonClass('plain', true, 'max-md:hidden')}
          >
            Snippets
          </Link>
        </span>
      </Crumbs>
    </>
  );
}
