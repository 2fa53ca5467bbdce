import { buttonClass } from '../button.tsx';
import { Link } from '../link.tsx';

/** For missing pages and pages without access, which look the same. */
export function NotFound() {
  return (
    <main className="mx-auto flex max-w-[56ch] min-w-0 flex-1 flex-col items-center gap-3 px-4 py-24 text-center">
      <title>Not found · Seismo</title>
      <h1 className="text-20">Not found</h1>
      <p className="text-14 text-muted">
        This page does not exist, or you do not have access to it. Check the link, or ask a teammate for access.
      </p>
      <Link href="/issues" className={buttonClass('primary')}>
        Go to issues
      </Link>
    </main>
  );
}
