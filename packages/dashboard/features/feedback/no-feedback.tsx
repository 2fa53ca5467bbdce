import type { FeedbackFilter, FeedbackPage, FeedbackStatus } from '@seismo/server';
import { Empty } from '#ui/states/empty.tsx';
import { buttonClass } from '#ui/button.tsx';
import { Code } from '#ui/code.tsx';
import { Link } from '#ui/link.tsx';
import { runtime } from '#server/runtime.ts';
import { runQuery } from '#server/viewer.ts';
import { feedbackHref } from './search-params.ts';

const widgetSnippet = `import { feedbackButton } from '@seismo/browser/feedback';

feedbackButton();`;

const emptyTexts: Record<FeedbackStatus, [title: string, text: string]> = {
  open: ['No open feedback', 'All feedback is marked as done or spam.'],
  done: ['No feedback marked as done', 'Feedback that you mark as done appears here.'],
  spam: ['No spam', 'Feedback that you mark as spam appears here.'],
};

/** Why the list is empty, and the next step. */
export async function NoFeedback({ filter, counts }: { filter: FeedbackFilter; counts: FeedbackPage['counts'] }) {
  if (counts.open + counts.done + counts.spam > 0) {
    if (filter.text !== '') {
      return (
        <Empty title="No matching feedback">Matching feedback has a different status. Check the other tabs.</Empty>
      );
    }
    const [title, text] = emptyTexts[filter.status ?? 'open'];
    return <Empty title={title}>{text}</Empty>;
  }
  const everything = {
    projects: [],
    environments: [],
    range: null,
    text: '',
    issue: null,
    status: null,
    cursor: null,
    count: 1,
  };
  const { feedback } = await runQuery((viewer) => runtime().query.listFeedback(viewer, everything));
  if (feedback.length > 0) {
    return (
      <Empty title="No matching feedback">
        <p>
          {filter.text === ''
            ? 'There is feedback in other projects, environments or time ranges.'
            : 'No feedback in these projects, environments and time range contains all of these words.'}
        </p>
        <Link href={feedbackHref({ range: '90d' })} className={buttonClass()}>
          All projects, last 90 days
        </Link>
      </Empty>
    );
  }
  return (
    <Empty title="No feedback yet">
      <p>
        Let users describe what went wrong. Add a feedback button with two lines of code, turn on <code>feedback</code>{' '}
        for the <code>@seismo/nextjs</code> error page, or call <code>captureFeedback</code> from your own form.
        Feedback from Sentry SDKs also appears here.
      </p>
      <div className="w-full text-left">
        <Code label="Add a feedback button" text={widgetSnippet} />
      </div>
    </Empty>
  );
}
