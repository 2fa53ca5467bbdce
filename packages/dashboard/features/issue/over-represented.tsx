import { percent } from '#ui/count.ts';
import { Link } from '#ui/link.tsx';
import { readTagRates } from './read.ts';
import { eventsHref } from '#features/events/search-params.ts';
import { termOf } from '#features/search/term.ts';

/** Tags that are more frequent in the events than in the project's; absent unless significant. */
export async function OverRepresented({ params }: { params: Promise<{ shortId: string }> }) {
  const { shortId } = await params;
  const { overRepresented } = await readTagRates(shortId);
  if (overRepresented.length === 0) return null;
  return (
    <section aria-label="Distinguishing tags" className="mb-4 text-13">
      <h3 className="mb-1 text-12 font-normal text-muted">More common here than in the project, last 14 days</h3>
      <ul className="flex flex-col gap-1">
        {overRepresented.map(({ key, value, share, projectShare }) => (
          <li key={key} className="min-w-0">
            <Link
              href={eventsHref(shortId, { query: termOf(key, value) })}
              className="rounded-sm underline decoration-line-strong underline-offset-2 hover:decoration-ink"
            >
              <b className="font-semibold">{percent(share, 1)}</b> <span className="text-muted">{key}</span>{' '}
              <span className="[overflow-wrap:anywhere]">{value}</span>
            </Link>
            <span className="text-muted">; {percent(projectShare, 1)} overall</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
