import { Download } from 'lucide-react';
import { buttonClass } from '#ui/button.tsx';
import { issuesHref } from '#features/issues/search-params.ts';
import { fileHref } from './file-href.ts';
import type { IssueFilter } from '@seismo/server';

/** Downloads the list as a file. A plain link, so that the browser shows progress and can cancel. */
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

/** Exports all pages of the list. */
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
