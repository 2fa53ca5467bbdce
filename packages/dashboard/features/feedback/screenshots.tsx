import type { FeedbackDetail } from '@seismo/server';
import { Download } from 'lucide-react';
import { buttonClass } from '#ui/button.tsx';
import { bytes } from '#ui/count.ts';
import { Section } from '#ui/section.tsx';
import { fileHref } from '#features/exports/file-href.ts';

const IMAGE_BYTES_MAX = 8 * 1024 * 1024;
const imageTypes = new Set(['image/png', 'image/jpeg', 'image/webp', 'image/gif']);

/** The attached files. Images are shown; the route sends only real images as such. */
export function Screenshots({ organizationId, feedback }: { organizationId: number; feedback: FeedbackDetail }) {
  const { attachments, project, feedbackId } = feedback;
  if (attachments.length === 0) return null;
  return (
    <Section title="Attachments" note={String(attachments.length)}>
      <ul className="flex flex-wrap gap-4">
        {attachments.map(({ index, filename, contentType, bytes: size }) => {
          const href = fileHref(
            `/attachments/${encodeURIComponent(project.slug)}/${feedbackId}/${index}`,
            organizationId,
          );
          return (
            <li key={index} className="flex w-fit max-w-[min(480px,100%)] min-w-0 flex-col gap-1.5">
              {imageTypes.has(contentType) && size <= IMAGE_BYTES_MAX ? (
                // oxlint-disable-next-line next/no-img-element -- Its size is unknown, and it must not be optimized.
                <img
                  src={href}
                  alt={`Attached by the user: ${filename}`}
                  loading="lazy"
                  className="max-h-[360px] w-fit max-w-full rounded-md border border-line bg-sunken object-contain"
                />
              ) : null}
              <div className="flex items-center gap-3 text-13">
                <span className="min-w-0 truncate">{filename}</span>
                <span className="ml-auto shrink-0 text-12 text-muted">{bytes(size)}</span>
                <a
                  href={href}
                  download={filename}
                  aria-label={`Download ${filename}`}
                  className={buttonClass('quiet', true)}
                >
                  <Download size={14} aria-hidden />
                </a>
              </div>
            </li>
          );
        })}
      </ul>
    </Section>
  );
}
