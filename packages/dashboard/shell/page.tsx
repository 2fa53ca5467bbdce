import type { ReactNode } from 'react';
import { PagePart } from '#ui/states/page-part.tsx';
import { PageMain } from './page-main.tsx';

interface Props {
  title: string;
  state?: ReactNode;
  crumbs?: ReactNode;
  /** The `ContextBar`, on pages that count something. */
  bar?: ReactNode;
  /** For lists with columns. */
  wide?: boolean;
  children: ReactNode;
}

/** A page: breadcrumbs, title, one sentence of state, filters, content. */
export function Page({ title, state, crumbs, bar, wide, children }: Props) {
  return (
    <PageMain wide={wide}>
      {crumbs ? <div className="pt-4 text-13 text-muted">{crumbs}</div> : null}
      <header className="flex flex-wrap items-baseline gap-x-3 gap-y-0.5 pt-5 pb-3">
        <h1 className="text-20">{title}</h1>
        {state ? <div className="min-h-5 text-13 text-muted">{state}</div> : null}
        {bar ? (
          <div className="mt-1.5 min-h-8 w-full self-center md:mt-0 md:ml-auto md:w-auto">
            <PagePart name="The page filters" loading={<div className="skeleton after-100ms h-8 w-full md:w-96" />}>
              {bar}
            </PagePart>
          </div>
        ) : null}
      </header>
      {children}
    </PageMain>
  );
}
