import { Empty } from '#components/states/empty.tsx';
import { buttonClass } from '#components/ui/button.tsx';
import { Link } from '#components/ui/link.tsx';

export function NoProject() {
  return (
    <Empty title="No project of your own yet">
      <p>A project gives you a DSN: the address an SDK sends its errors to.</p>
      <Link href="/projects/new" className={buttonClass('primary')}>
        Create a project
      </Link>
    </Empty>
  );
}
