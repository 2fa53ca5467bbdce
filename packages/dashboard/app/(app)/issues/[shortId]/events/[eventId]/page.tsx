import { IssuePage } from '#features/issue/issue-page.tsx';

export default function IssueEvent({ params, searchParams }: PageProps<'/issues/[shortId]/events/[eventId]'>) {
  return <IssuePage params={params} search={searchParams} />;
}
