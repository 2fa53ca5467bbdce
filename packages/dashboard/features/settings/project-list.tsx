import { redirect } from 'next/navigation';
import { connection } from 'next/server';
import { Badge } from '#ui/badge.tsx';
import { NewProjectLink } from '#features/home/new-project-link.tsx';
import { Link } from '#ui/link.tsx';
import { Section } from '#ui/section.tsx';
import { Time } from '#lib/time/time.tsx';
import { isSupportOnly } from '#shell/is-support-only.ts';
import { platformName } from '#features/start/platforms.ts';
import { visibleProjects, viewer } from '#server/viewer.ts';
import { settingsOfProject } from './settings-index.ts';

export async function ProjectList() {
  await connection();
  // Support users have an account without projects.
  if (isSupportOnly(await viewer())) redirect('/settings/account');
  const projects = await visibleProjects();
  const nowMs = Date.now();
  return (
    <Section title="Projects" note="Select a project to change its settings.">
      <ul className="overflow-hidden rounded-md border border-line bg-surface">
        {projects.map((project) => (
          <li
            key={project.id}
            className="relative flex min-h-14 flex-wrap items-center gap-x-4 gap-y-1 px-4 py-2 not-last:border-b not-last:border-line hover:bg-hover"
          >
            <Link href={settingsOfProject(project.slug)} className="font-medium fills-row">
              {project.name}
            </Link>
            <code className="text-12 text-muted">{project.slug}</code>
            <span className="flex items-center gap-x-4 text-muted max-sm:w-full sm:ml-auto">
              <span className="text-13">{platformName(project.platform)}</span>
              <span className="text-right text-12 max-sm:ml-auto sm:w-36">
                {project.firstEventAtMs === null ? (
                  <Badge tone="warning">No events yet</Badge>
                ) : (
                  <>
                    {' '}
                    First event <Time atMs={project.firstEventAtMs} nowMs={nowMs} ago />
                  </>
                )}
              </span>
            </span>
          </li>
        ))}
        {projects.length === 0 ? <li className="px-4 py-6 text-center text-13 text-muted">No projects yet</li> : null}
      </ul>
      <NewProjectLink className="mt-4" />
    </Section>
  );
}
