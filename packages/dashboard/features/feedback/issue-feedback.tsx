import { MessageSquareText } from 'lucide-react';
import { connection } from 'next/server';
import { Time } from '#lib/time/time.tsx';
import { Link } from '#ui/link.tsx';
import { runtime } from '#server/runtime.ts';
import { runQuery } from '#server/viewer.ts';
import { feedbackHref } from './search-params.ts';
import { authorName } from './author.ts';

const VISIBLE_COUNT = 3;

/** Feedback on an issue, without spam. */
export async function IssueFeedback({ params }: { params: Promise<{ shortId: string }> }) {
  await connection();
  const { shortId } = await params;
  const filter = {
    projects: [],
    environments: [],
    range: null,
    text: '',
    issue: shortId,
    status: null,
    cursor: null,
    count: 20,
  };
  const { feedback, counts } = await runQuery((viewer) => runtime().query.listFeedback(viewer, filter));
  const visible = feedback.filter(({ status }) => status !== 'spam');
  const total = counts.open + counts.done;
  if (total === 0) return null;
  const nowMs = Date.now();
  return (
    <section aria-label="Feedback" className="border-line py-4 not-first:border-t max-lg:border-t">
      <h2 className="mb-2.5 flex items-baseline gap-2 text-14">
        Feedback <span className="text-12 font-normal text-muted">{total}</span>
      </h2>
      <ul className="flex flex-col gap-3">
        {visible.slice(0, VISIBLE_COUNT).map((each) => (
          <li key={each.id} className="flex min-w-0 gap-2 text-13">
            <MessageSquareText size={14} aria-hidden className="mt-0.5 shrink-0 text-muted" />
            <div className="min-w-0">
              <Link
                href={`/feedback/${each.id}`}
                className="line-clamp-3 rounded-sm [overflow-wrap:anywhere] hover:underline"
              >
                {each.message}
              </Link>
              <p className="mt-0.5 truncate text-12 text-muted">
                {authorName(each)}, <Time atMs={each.atMs} nowMs={nowMs} ago />
                {each.status === 'done' ? ', done' : ''}
              </p>
            </div>
          </li>
        ))}
      </ul>
      {total > VISIBLE_COUNT ? (
        <Link
          href={feedbackHref({ issue: shortId, range: '90d', ...(counts.open === 0 && { status: 'done' }) })}
          className="mt-3 inline-block rounded-sm text-13 text-accent hover:underline"
        >
          View all {total}
        </Link>
      ) : null}
    </section>
  );
}
