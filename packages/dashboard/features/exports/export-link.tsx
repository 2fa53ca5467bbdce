import { Download } from 'lucide-react';
import { buttonClass } from '#ui/button.tsx';
import { issuesHref } from '#features/issues/search-params.ts';
import { fileHref } from './file-href.ts';
import type { IssueFilter } from '@seismo/server';

/** Saves what the page lists as a file. A plain link: the browser shows how far it is and can stop it. */
export function ExportLink({ href, format, of }: { href: string; format: string; of: string }) {
  return (
    <a
      href={href}
      download
      data-prefetch="no"
      aria-label={`Export ${of} as ${format}`}
      className={buttonClass('quiet', true)}
    >
      <Download size={13} aria-hidden />
      {format}
    </a>
  );
}

/** What the list shows, over all of its pages. */
export function ExportIssues({ organizationId, filter }: { organizationId: number; filter: IssueFilter }) {
  const [, search = ''] = issuesHref({ ...filter, cursor: null }).split('?', 2);
  const href = (format: string) =>
    fileHref(`/exports/issues?${search === '' ? '' : `${search}&`}format=${format}`, organizationId);
  return (
    <span className="flex items-center">
      <ExportLink href={href('csv')} format="CSV" of="issues" />
      <ExportLink href={href('json')} format="JSON" of="issues" />
    </span>
  );
}
