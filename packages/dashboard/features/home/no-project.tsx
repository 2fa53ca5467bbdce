import { Empty } from '#ui/states/empty.tsx';
import { buttonClass } from '#ui/button.tsx';
import { Link } from '#ui/link.tsx';
import { may, viewer, rolesFor } from '#server/viewer.ts';

export async function NoProject() {
  if ((await viewer()).memberships.length === 0) {
    return (
      <Empty title="You belong to no organization">
        <p>Ask an owner or an admin of one to invite you.</p>
      </Empty>
    );
  }
  if (!(await may('createProject'))) {
    return (
      <Empty title="No project yet">
        <p>Projects are made by {rolesFor('createProject')}.</p>
      </Empty>
    );
  }
  return (
    <Empty title="No project of your own yet">
      <p>A project gives you a DSN: the address an SDK sends its errors to.</p>
      <Link href="/projects/new" className={buttonClass('primary')}>
        Create a project
      </Link>
    </Empty>
  );
}
