import type { NotableGroup, PerformanceFilter } from '@seismo/server';
import { Badge } from '#ui/badge.tsx';
import { Link } from '#ui/link.tsx';
import { groupHref } from './search-params.ts';
import { placeOf, reasonOf, whyWords } from './words.ts';

const tones = { slower: 'error', failing: 'error', slowest: 'plain', time: 'plain' } as const;

/** The groups to look at first, and why. */
export function Notable({ notable, filter }: { notable: NotableGroup[]; filter: PerformanceFilter }) {
  if (notable.length === 0) return null;
  return (
    <section aria-labelledby="worth-a-look" className="pt-3 pb-4">
      <h2 id="worth-a-look" className="mb-3 text-14">
        Worth a look
      </h2>
      <ul className="overflow-hidden rounded-md border border-line bg-surface text-13">
        {notable.map(({ why, group }) => (
          <li
            key={why + group.project.slug + group.service + group.name}
            className="relative flex flex-wrap items-baseline gap-x-3 gap-y-0.5 px-3 py-2 not-last:border-b not-last:border-line hover:bg-hover"
          >
            <span className="shrink-0 md:w-22">
              <Badge tone={tones[why]}>{whyWords[why]}</Badge>
            </span>
            <Link
              href={groupHref({ ...filter, project: group.project.slug, service: group.service, name: group.name })}
              className="max-w-full min-w-0 truncate font-medium fills-row"
            >
              {group.name || 'No name'}
            </Link>
            <span className="text-12 text-muted">{placeOf(group)}</span>
            <span className="min-w-0 md:ml-auto">{reasonOf({ why, group }, filter.kind)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
