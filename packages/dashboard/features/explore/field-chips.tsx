import { X } from 'lucide-react';
import { organizationId } from '#server/viewer.ts';
import { Link } from '#ui/link.tsx';
import { AddField } from './add-field.tsx';
import { countMax, exploreHref, type ExploreState, type FieldList } from './search-params.ts';

const labels: Record<FieldList, string> = { columns: 'Columns', groups: 'Group by', measures: 'Measures' };

/** The fields of a list, each with a link that removes it, and a button that adds one. */
export async function FieldChips({ list, state }: { list: FieldList; state: ExploreState }) {
  const names = state[list];
  const isLast = list === 'measures' && names.length === 1;
  return (
    <div className="flex flex-wrap items-center gap-1.5">
      <span id={`explore-${list}`} className="min-w-17 text-12 text-muted">
        {labels[list]}
      </span>
      <ul aria-labelledby={`explore-${list}`} className="contents">
        {names.map((name) => (
          <li
            key={name}
            className="inline-flex h-7 max-w-full items-center rounded-md border border-line bg-surface pl-2 font-mono text-12 pointer-coarse:h-11"
          >
            <span className="truncate" title={name}>
              {name}
            </span>
            {isLast ? (
              <span className="w-2" />
            ) : (
              <Link
                href={exploreHref({ ...state, [list]: names.filter((one) => one !== name), cursor: null })}
                scroll={false}
                aria-label={`Remove ${name}`}
                title="Remove"
                className="ml-1 flex h-full w-6 shrink-0 items-center justify-center rounded-r-md text-faint hover:bg-hover hover:text-ink pointer-coarse:w-11"
              >
                <X size={12} aria-hidden />
              </Link>
            )}
          </li>
        ))}
      </ul>
      {names.length < countMax[list] ? (
        <AddField list={list} state={state} organizationId={await organizationId()} />
      ) : null}
    </div>
  );
}
