import { connection } from 'next/server';
import { Pager } from '#explorer/pager.tsx';
import { SearchWords } from '#explorer/search-words.tsx';
import { buttonClass } from '#ui/button.tsx';
import { ExportList } from '#features/exports/export-link.tsx';
import { FilterForm } from '#ui/filter-form.tsx';
import { count } from '#ui/count.ts';
import { Link } from '#ui/link.tsx';
import { TableHead } from '#ui/table-head.tsx';
import { searchOf, type RawParams } from '#explorer/url-state.ts';
import { LiveRefresh } from '#shell/live/live-refresh.tsx';
import { may, organizationId } from '#server/viewer.ts';
import { Bulk } from './bulk.tsx';
import { FeedbackRow } from './feedback-row.tsx';
import { FeedbackTabs } from './feedback-tabs.tsx';
import { NoFeedback } from './no-feedback.tsx';
import { readFeedbackList } from './read.ts';
import { feedbackHref, statusNames } from './search-params.ts';
import { Range } from '#shell/context-bar/range.tsx';

export async function FeedbackState({ search }: { search: Promise<RawParams> }) {
  const { filter, page } = await readFeedbackList(search);
  return (
    <p>
      {count(page.counts.open)} open, <Range range={filter.range} />
    </p>
  );
}

export async function FeedbackList({ search }: { search: Promise<RawParams> }) {
  await connection();
  const { filter, page } = await readFeedbackList(search);
  const nowMs = Date.now();
  const first = { ...filter, cursor: null };
  const [mayChange, organization] = await Promise.all([may('changeFeedback'), organizationId()]);
  return (
    <>
      <LiveRefresh label="New feedback" />
      {filter.issue ? (
        <p className="mb-2 flex flex-wrap items-center gap-x-3 gap-y-1 text-13">
          <span>
            Feedback on{' '}
            <Link href={`/issues/${encodeURIComponent(filter.issue)}`} className="font-medium hover:underline">
              {filter.issue}
            </Link>
          </span>
          <Link href={feedbackHref({ ...first, issue: null })} className={buttonClass('quiet', true)}>
            All feedback
          </Link>
        </p>
      ) : null}
      <FeedbackTabs filter={filter} counts={page.counts} />
      <FilterForm
        key={JSON.stringify(filter)}
        path="/feedback"
        fields={[]}
        rest={searchOf(feedbackHref({ ...first, text: '' }))}
        className="my-2 flex"
      >
        <SearchWords label="Search feedback" placeholder="Search messages" value={filter.text} />
      </FilterForm>
      {page.feedback.length === 0 ? (
        <NoFeedback filter={filter} counts={page.counts} />
      ) : (
        <Bulk key={filter.status} organizationId={organization} currentStatus={filter.status} mayChange={mayChange}>
          <table role="grid" className="w-full table-fixed">
            <caption className="sr-only">{statusNames[filter.status]} feedback, newest first</caption>
            <TableHead
              hiddenOnPhones
              columns={[
                { name: 'Feedback', className: 'pl-2' },
                { name: 'Submitted', number: true, className: 'w-24 px-3' },
              ]}
            />
            <tbody>
              {page.feedback.map((feedback) => (
                <FeedbackRow
                  key={feedback.id}
                  organizationId={organization}
                  feedback={feedback}
                  nowMs={nowMs}
                  mayChange={mayChange}
                />
              ))}
            </tbody>
          </table>
        </Bulk>
      )}
      <Pager
        first={filter.cursor ? { name: 'Newest feedback', href: feedbackHref(first) } : null}
        next={page.next ? { name: 'Older feedback', href: feedbackHref({ ...filter, cursor: page.next }) } : null}
      >
        {page.feedback.length > 0 ? (
          <ExportList organizationId={organization} href={feedbackHref(first)} of="feedback" />
        ) : null}
      </Pager>
    </>
  );
}
