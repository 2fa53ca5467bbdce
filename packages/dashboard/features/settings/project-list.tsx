import { connection } from 'next/server';
import { Badge } from '#components/ui/badge.tsx';
import { buttonClass } from '#components/ui/button.tsx';
import { Link } from '#components/ui/link.tsx';
import { Time } from '#components/time/time.tsx';
import { platformName } from '#features/start/platforms.ts';
import { runtime } from '#server/runtime.ts';
import { ask } from '#server/viewer.ts';

export async function ProjectList() {
  await connection();
  const projects = await ask((viewer) => runtime().query.listProjects(viewer));
  const nowMs = Date.now();
  return (
    <>
      <ul className="overflow-hidden rounded-md border border-line bg-surface">
        {projects.map((project) => (
          <li
            key={project.id}
            className="relative flex min-h-14 flex-wrap items-center gap-x-4 gap-y-1 px-4 py-2 not-last:border-b not-last:border-line hover:bg-hover"
          >
            <Link
              href={`/settings/projects/${encodeURIComponent(project.slug)}`}
              className="font-medium after:absolute after:inset-0"
            >
              {project.name}
            </Link>
            <code className="text-12 text-muted">{project.slug}</code>
            <span className="ml-auto text-13 text-muted">{platformName(project.platform)}</span>
            {project.firstEventAtMs === null ? (
              <Badge tone="warning">No event yet</Badge>
            ) : (
              <span className="text-12 text-muted">
                Since <Time atMs={project.firstEventAtMs} nowMs={nowMs} ago />
              </span>
            )}
          </li>
        ))}
        {projects.length === 0 ? <li className="px-4 py-6 text-center text-13 text-muted">No project yet.</li> : null}
      </ul>
      <Link href="/projects/new" className={buttonClass('primary', false, 'mt-4')}>
        New project
      </Link>
    </>
  );
}
