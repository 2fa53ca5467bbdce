import type { ReactNode } from 'react';
import { PagePart } from '#ui/states/page-part.tsx';

interface Props {
  facets: ReactNode;
  /** Where the facets come late. */
  loading?: ReactNode;
  children: ReactNode;
}

/** A list with its facets: beside it on wide screens, otherwise above. */
export function Faceted({ facets, loading, children }: Props) {
  return (
    <div className="mt-3 xl:facets-shown:grid xl:facets-shown:grid-cols-[11.5rem_minmax(0,1fr)] xl:facets-shown:gap-5">
      <div className="isolate">
        <PagePart name="The facets" loading={loading}>
          {facets}
        </PagePart>
      </div>
      <div className="min-w-0">{children}</div>
    </div>
  );
}
