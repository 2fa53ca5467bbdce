import { mappingErrors, type Frame, type FrameMap } from '@seismo/protocol';
import clsx from 'clsx';
import { FileCheck, FileQuestion, FileWarning } from 'lucide-react';
import { Link } from '#ui/link.tsx';
import { Definitions } from '#ui/section.tsx';
import { locationOf } from './frames.ts';
import { detailLines, foundBy, helpHref } from './source-map.ts';

/**
 * An icon that shows whether the frame is mapped; the reason shows on hover and focus, and screen readers announce it.
 */
export function MapStatus({ map, id }: { map: FrameMap | undefined; id: string }) {
  if (!map) return null;
  const text = statusText(map);
  const Icon = map.state === 'unmapped' ? FileQuestion : map.lacks ? FileWarning : FileCheck;
  const tone = map.state === 'mapped' && !map.lacks ? 'text-faint' : 'text-warning';
  return (
    <span className="group/sign relative inline-flex shrink-0 items-center" data-map={map.state}>
      <Icon size={15} aria-hidden className={tone} />
      <span
        id={id}
        role="tooltip"
        className="pointer-events-none absolute top-full right-0 z-20 mt-1 hidden w-max max-w-[min(18rem,70vw)] rounded-md border border-line bg-overlay px-2.5 py-1.5 text-12 font-normal text-ink group-hover/sign:block group-focus-visible/frame:block group-open/row:hidden!"
      >
        {text}
      </span>
    </span>
  );
}

function statusText(map: FrameMap): string {
  if (map.state === 'unmapped') return `Not mapped: ${mappingErrors[map.why].means.replaceAll('`', '')}`;
  const found = `Mapped ${foundBy[map.by]}.`;
  return map.lacks ? `${found} ${mappingErrors[map.lacks].means}` : found;
}

/** Below an opened frame: its source map, or why there is none and how to fix that. */
export function MapDetails({ frame }: { frame: Frame }) {
  const { map } = frame;
  if (!map) return null;
  if (map.state === 'mapped') {
    return (
      <div className="border-t border-line px-3 py-2 text-12 text-muted">
        <p className="[overflow-wrap:anywhere]">
          Mapped from{' '}
          <span className="font-mono">
            {map.generated.function ? `${map.generated.function} ` : ''}
            {locationOf(map.generated)}
          </span>{' '}
          {foundBy[map.by]}: <span className="font-mono">{map.artifact}</span>
        </p>
        {map.lacks ? <MappingErrorText why={map.lacks} /> : null}
      </div>
    );
  }
  const lines = detailLines(map.detail);
  return (
    <div className="border-t border-line px-3 py-2.5 text-13">
      <MappingErrorText why={map.why} />
      {lines.length > 0 ? (
        <div className="mt-2">
          <Definitions
            entries={lines.map(([name, value]) => [
              name,
              <span key={name} className="font-mono text-12">
                {value}
              </span>,
            ])}
          />
        </div>
      ) : null}
    </div>
  );
}

function MappingErrorText({ why }: { why: keyof typeof mappingErrors }) {
  const { title, means, todo } = mappingErrors[why];
  return (
    <div className="flex max-w-[72ch] flex-col gap-1 text-13 text-ink">
      <p>
        <span className="font-semibold">{title}.</span> <InlineCode text={means} />
      </p>
      <p className="text-muted">
        <InlineCode text={todo} />{' '}
        <Link href={helpHref(why)} className="text-accent underline underline-offset-2">
          Troubleshooting guide
        </Link>
      </p>
    </div>
  );
}

/** A sentence with its commands between back quotes. */
export function InlineCode({ text }: { text: string }) {
  return text.split('`').map((part, index) =>
    index % 2 === 1 ? (
      // An option is not broken after its dashes.
      <code
        key={index}
        className={clsx(
          'rounded-sm bg-sunken px-1 py-px font-mono text-12 text-ink',
          !part.includes(' ') && 'whitespace-nowrap',
        )}
      >
        {part}
      </code>
    ) : (
      part
    ),
  );
}
