import { buttonClass } from '#ui/button.tsx';
import { Link } from '#ui/link.tsx';
import { may } from '#server/viewer.ts';

/** Hidden without the permission to create projects. */
export async function NewProjectLink({ className }: { className?: string }) {
  if (!(await may('createProject'))) return null;
  return (
    <Link href="/projects/new" className={buttonClass('primary', false, className)}>
      New project
    </Link>
  );
}
