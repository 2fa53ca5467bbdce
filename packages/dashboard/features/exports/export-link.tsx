import { Download } from 'lucide-react';
import { buttonClass } from '#ui/button.tsx';
import { fileHref } from './file-href.ts';

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

interface ListProps {
  organizationId: number;
  /** The first page of the list: `/issues?query=…`. */
  href: string;
  /** What it lists. */
  of: string;
}

/** Exports all pages of a list. */
export function ExportList({ organizationId, href, of }: ListProps) {
  const hrefIn = (format: string) =>
    fileHref(`/exports${href}${href.includes('?') ? '&' : '?'}format=${format}`, organizationId);
  return (
    <span className="flex items-center">
      <ExportLink href={hrefIn('csv')} format="CSV" of={of} />
      <ExportLink href={hrefIn('json')} format="JSON" of={of} />
    </span>
  );
}
