import { ExactTime } from '#lib/time/exact-time.tsx';
import { Badge } from '#ui/badge.tsx';
import { Link } from '#ui/link.tsx';
import { readMaintenance } from './read.ts';
import { maintenanceHref } from './search-params.ts';

/** That the rules of the project send nothing at present, with a link to the reason. */
export async function MaintenanceBadge({ project }: { project: { slug: string; name: string } }) {
  const active = (await readMaintenance()).flatMap(({ status, projects, period }) =>
    status === 'active' && (projects?.some(({ slug }) => slug === project.slug) ?? true) ? period! : [],
  );
  if (active.length === 0) return null;
  return (
    <Link
      href={maintenanceHref({ projects: [project.slug] })}
      className="inline-flex shrink-0 items-center rounded-sm hover:underline pointer-coarse:min-h-11"
    >
      <Badge tone="warning">
        Maintenance until&nbsp;
        <ExactTime atMs={Math.max(...active.map(({ toMs }) => toMs))} to="minute" />
        <span className="sr-only"> of {project.name}</span>
      </Badge>
    </Link>
  );
}
