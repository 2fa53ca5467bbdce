import type { FeedbackFilter, FeedbackPage } from '@seismo/server';
import { Empty } from '#ui/states/empty.tsx';
import { buttonClass } from '#ui/button.tsx';
import { Code } from '#ui/code.tsx';
import { Link } from '#ui/link.tsx';
import { runtime } from '#server/runtime.ts';
import { runQuery } from '#server/viewer.ts';
import { feedbackHref } from './search-params.ts';

const box = `import { feedbackButton } from '@seismo/browser/feedback';

feedbackButton();`;

/** Why the list is empty, and the next step. */
export async function NoFeedback({ filter, counts }: { filter: FeedbackFilter; counts: FeedbackPage['counts'] }) {
  if (counts.open + counts.done + counts.spam > 0) {
    const others: Record<string, string> = {
      open: 'Nothing waits for an answer.',
      done: 'What is marked as done comes here.',
      spam: 'What is marked as spam comes here.',
    };
    if (filter.text !== '') return <Empty title="Nothing here">Messages with these words have another status.</Empty>;
    return (
      <Empty title={filter.status === 'open' ? 'All done' : 'Nothing here'}>{others[filter.status ?? 'open']}</Empty>
    );
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
      <Empty title="No feedback matches">
        <p>
          {filter.text === ''
            ? 'There is some in other projects, environments or times.'
            : 'No message of these projects, environments and times has all these words.'}
        </p>
        <Link href={feedbackHref({ range: '90d' })} className={buttonClass()}>
          Of all projects, last 90 days
        </Link>
      </Empty>
    );
  }
  return (
    <Empty title="No feedback yet">
      <p>
        Visitors can say what went wrong in their own words. A button that opens a small box takes two lines; the error
        page of <code>@seismo/nextjs</code> asks by itself with <code>feedback</code>, and <code>captureFeedback</code>{' '}
        sends what a form of your own asked for. The Sentry SDKs’ feedback arrives here too.
      </p>
      <div className="w-full text-left">
        <Code label="Add the box" text={box} />
      </div>
    </Empty>
  );
}
