import type { FeedbackView } from '@seismo/server';
import { Time } from '#lib/time/time.tsx';
import { Link } from '#ui/link.tsx';
import { Severity } from '#ui/severity.tsx';
import { RowStatusButtons } from './status-buttons.tsx';
import { pageOf, authorName } from './author.ts';

interface Props {
  organizationId: number;
  feedback: FeedbackView;
  nowMs: number;
  mayChange: boolean;
}

/** One feedback message with its author, page and issue. */
export function FeedbackRow({ organizationId, feedback, nowMs, mayChange }: Props) {
  const { id, message, issue, url, project, atMs, status } = feedback;
  const author = authorName(feedback);
  const page = pageOf(url);
  return (
    <tr
      data-row
      className="group relative compact:h-(--row-height) border-b border-line align-top focus-within:bg-accent-wash hover:bg-hover focus-within:hover:bg-accent-wash"
    >
      <th scope="row" className="min-w-0 py-2.5 pr-3 pl-1 text-left font-normal md:pl-2 compact:py-1.5">
        <div className="flex min-w-0 gap-2.5">
          {mayChange ? (
            <input
              type="checkbox"
              data-select-row
              value={id}
              tabIndex={-1}
              aria-label={`Select feedback from ${author}`}
              className="relative z-[1] mt-[3px] size-[15px] shrink-0 accent-accent"
            />
          ) : null}
          <div className="min-w-0 flex-1 compact:flex compact:items-center compact:gap-3">
            <Link
              href={`/feedback/${id}`}
              data-row-link
              suppressHydrationWarning
              className="line-clamp-2 max-w-[90ch] [overflow-wrap:anywhere] fills-row compact:line-clamp-1"
            >
              {message}
            </Link>
            <div className="mt-1 flex min-w-0 flex-wrap items-center gap-x-3 gap-y-0.5 text-12 text-muted compact:mt-0 compact:ml-auto compact:shrink-0 compact:flex-nowrap">
              <span className="max-w-full min-w-0 truncate text-ink compact:max-w-40 compact:shrink-0">{author}</span>
              <span className="shrink-0 md:hidden">
                <Time atMs={atMs} nowMs={nowMs} ago />
              </span>
              <span className="max-w-full min-w-0 truncate compact:hidden">{project.name}</span>
              {page ? <span className="max-w-full min-w-0 truncate font-mono compact:hidden">{page.text}</span> : null}
              {issue ? (
                <Link
                  href={`/issues/${encodeURIComponent(issue.shortId)}`}
                  tabIndex={-1}
                  className="relative z-[1] flex max-w-full min-w-0 items-center gap-1 rounded-sm hover:text-ink hover:underline"
                >
                  <Severity level={issue.level} compact />
                  <span className="shrink-0">{issue.shortId}</span>
                  <span className="min-w-0 truncate compact:sr-only">{issue.title}</span>
                </Link>
              ) : null}
            </div>
          </div>
        </div>
      </th>
      <td className="relative hidden px-3 py-2.5 text-right text-muted md:table-cell compact:py-1.5">
        <Time atMs={atMs} nowMs={nowMs} />
        {/* Opacity would give each row a layer of its own while the list scrolls. */}
        {mayChange ? (
          <div className="absolute inset-y-0.5 right-0.5 flex items-center pr-2 pl-3 group-focus-within:bg-accent-wash group-hover:bg-hover group-focus-within:group-hover:bg-accent-wash [&_svg]:hidden group-focus-within:[&_svg]:block group-hover:[&_svg]:block">
            <RowStatusButtons organizationId={organizationId} id={id} status={status} author={author} />
          </div>
        ) : null}
      </td>
    </tr>
  );
}
