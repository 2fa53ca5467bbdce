import { IssuePage } from '#features/issue/issue-page.tsx';
import { first } from '#explorer/url-state.ts';

/** The issue with its newest event, or with the one that `?event=` names. */
export default function Issue({ params, searchParams }: PageProps<'/issues/[shortId]'>) {
  const issueParams = Promise.all([params, searchParams]).then(([{ shortId }, search]) => ({
    shortId: shortId,
    eventId: first(search.event) ?? 'latest',
  }));
  return <IssuePage params={issueParams} search={searchParams} />;
}
