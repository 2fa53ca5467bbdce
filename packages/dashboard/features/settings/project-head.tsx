import { buttonClass } from '#components/ui/button.tsx';
import { Link } from '#components/ui/link.tsx';
import { projectHref } from '#features/home/search-params.ts';
import { runtime } from '#server/runtime.ts';
import { ask } from '#server/viewer.ts';
import { ProjectTabs } from './project-tabs.tsx';

/** Which project's settings these are, and the way to the others of it. */
export async function ProjectHead({ slug, what }: { slug: string; what: string }) {
  const project = await ask((viewer) => runtime().query.project(viewer, slug));
  return (
    <>
      <title>{`${what} · ${project.name} · Settings · Seismo`}</title>
      <div className="mb-3 flex flex-wrap items-center gap-3">
        <h2 className="text-16">{project.name}</h2>
        <code className="text-12 text-muted">
          {project.organization.slug}/{project.slug}
        </code>
        <div className="ml-auto flex gap-1.5">
          <Link href={projectHref(slug)} className={buttonClass('plain', true)}>
            Home
          </Link>
          <Link href={`/projects/${encodeURIComponent(slug)}/start`} className={buttonClass('plain', true)}>
            Snippets
          </Link>
        </div>
      </div>
      <ProjectTabs slug={slug} />
    </>
  );
}
