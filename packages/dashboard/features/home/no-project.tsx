import { Empty } from '#ui/states/empty.tsx';
import { buttonClass } from '#ui/button.tsx';
import { Link } from '#ui/link.tsx';
import { may, viewer, rolesFor } from '#server/viewer.ts';

export async function NoProject() {
  if ((await viewer()).memberships.length === 0) {
    return (
      <Empty title="You are not in an organization">
        <p>Ask an owner or admin to invite you.</p>
      </Empty>
    );
  }
  if (!(await may('createProject'))) {
    return (
      <Empty title="No projects yet">
        <p>Only {rolesFor('createProject')} can create projects.</p>
      </Empty>
    );
  }
  return (
    <Empty title="No projects yet">
      <p>Create project to get a DSN, the address that SDKs send errors to.</p>
      <Link href="/projects/new" className={buttonClass('primary')}>
        Create project
      </Link>
    </Empty>
  );
}
