import type { ReleaseView, TimeRange } from '@seismo/server';
import { count } from '#ui/count.ts';
import { Link } from '#ui/link.tsx';
import { issuesHref } from '#features/issues/search-params.ts';
import { termOf } from '#features/search/term.ts';

interface Props {
  release: Pick<ReleaseView, 'version' | 'projects'>;
  events: number;
  environments: string[];
  /** With all of them. */
  range: TimeRange;
}

/** How many events of a release there are, with the list of issues that have them. */
export function EventsLink({ release: { version, projects }, events, environments, range }: Props) {
  if (events === 0) return '0';
  return (
    <Link
      href={issuesHref({
        projects: projects.map(({ slug }) => slug),
        environments,
        range,
        query: termOf('release', version),
        sort: 'events',
      })}
      className="rounded-sm text-accent underline-offset-2 hover:underline"
    >
      {count(events)}
      <span className="sr-only">
        {events === 1 ? ' event' : ' events'} of {[version, ...environments].join(' in ')}, by issue
      </span>
    </Link>
  );
}
