import type { ExceptionValue, Frame, Stacktrace } from '@seismo/protocol';
import clsx from 'clsx';
import { ChevronRight, SquareArrowOutUpRight } from 'lucide-react';
import { useId } from 'react';
import { Badge } from '#components/ui/badge.tsx';
import { Code } from '#components/ui/code.tsx';
import { Definitions } from '#components/ui/section.tsx';
import type { StackView } from './event-params.ts';
import { foldFrames, foldLabel, placeOf, stackText } from './frames.ts';
import { MapNote, MapSign } from './map-note.tsx';
import { asSent } from './source-map.ts';
import { Value } from './value.tsx';

/** One exception of the chain with its stack. */
export function Exception({
  exception,
  view,
  cause,
  links,
}: {
  exception: ExceptionValue;
  view: StackView;
  cause: boolean;
  links: FrameLinks;
}) {
  const { type, value, raw_value: rawValue, mechanism, stacktrace } = exception;
  const frames = shownFrames(stacktrace, view);
  return (
    <article className="min-w-0">
      <h3 className="text-14 [overflow-wrap:anywhere]">
        {cause ? <span className="mr-2 font-normal text-muted">Caused by</span> : null}
        {type ?? 'Error'}
      </h3>
      {value ? (
        <p
          tabIndex={0}
          className="mt-0.5 max-h-48 overflow-auto text-13 [overflow-wrap:anywhere] whitespace-pre-wrap text-muted"
        >
          {value}
        </p>
      ) : null}
      {rawValue ? (
        <details className="mt-1 text-12 text-muted">
          <summary className="w-fit rounded-sm hover:text-ink">As it was sent</summary>
          <p className="mt-1 [overflow-wrap:anywhere]">{rawValue}</p>
        </details>
      ) : null}
      {mechanism?.type || mechanism?.handled !== undefined ? (
        <p className="mt-1.5 flex flex-wrap items-center gap-1.5 text-12 text-muted">
          {mechanism.handled === false ? <Badge tone="error">Unhandled</Badge> : null}
          {mechanism.handled === true ? <Badge>Handled</Badge> : null}
          {mechanism.type ? <span className="min-w-0 font-mono [overflow-wrap:anywhere]">{mechanism.type}</span> : null}
          {mechanism.synthetic ? <span>made up from where it was captured</span> : null}
        </p>
      ) : null}
      <div className="mt-2.5">
        {frames.length === 0 ? (
          <p className="text-13 text-muted">The client sent no stack trace with it.</p>
        ) : view.raw ? (
          <Code text={stackText(type, value, frames)} label="stack trace" />
        ) : (
          <Frames frames={frames} view={view} links={links} />
        )}
      </div>
    </article>
  );
}

export function Stack({ stacktrace, view, links }: { stacktrace: Stacktrace; view: StackView; links: FrameLinks }) {
  const frames = shownFrames(stacktrace, view);
  return view.raw ? (
    <Code text={stackText(undefined, undefined, frames)} label="stack trace" />
  ) : (
    <Frames frames={frames} view={view} links={links} />
  );
}

/** Frames as the view wants them: as they were written, or as they were built. */
export function shownFrames(stacktrace: Stacktrace | undefined, { minified }: StackView): Frame[] {
  const frames = stacktrace?.frames ?? [];
  return minified ? frames.map(asSent) : frames;
}

function Frames({ frames, view, links }: { frames: Frame[]; view: StackView; links: FrameLinks }) {
  const id = useId();
  const pieces = foldFrames(frames, view);
  const firstOpen = pieces.findIndex((piece) => piece.kind === 'frame' && opens(piece.frame));
  return (
    <ol className="rounded-md border border-line bg-surface">
      {pieces.map((piece, position) =>
        piece.kind === 'frame' ? (
          <FrameLine
            key={piece.index}
            id={`${id}${piece.index}`}
            frame={piece.frame}
            link={linkOf(piece.frame, links)}
            open={opens(piece.frame) && (position === firstOpen || piece.frame.in_app === true)}
          />
        ) : (
          <li key={piece.index} className="border-line not-last:border-b">
            <details>
              <summary className="flex min-h-8 items-center gap-2 bg-sunken px-3 py-1 text-12 text-muted hover:bg-hover hover:text-ink">
                <ChevronRight size={14} aria-hidden className="chevron shrink-0 transition-transform duration-100" />
                {foldLabel(piece.frames, piece.packages)}
              </summary>
              <ol className="border-t border-line">
                {piece.frames.map((frame, index) => (
                  <FrameLine
                    key={index}
                    id={`${id}${piece.index}-${index}`}
                    frame={frame}
                    link={linkOf(frame, links)}
                    open={false}
                  />
                ))}
              </ol>
            </details>
          </li>
        ),
      )}
    </ol>
  );
}

const opens = (frame: Frame): boolean => frame.in_app === true && frame.context_line !== undefined;

/** Addresses at source hosts, by `filename:line`. */
type FrameLinks = Record<string, string>;

function linkOf({ filename, abs_path: path, lineno }: Frame, links: FrameLinks): string | null {
  const place = `${filename ?? path ?? ''}:${lineno ?? ''}`;
  return Object.hasOwn(links, place) ? links[place]! : null;
}

function FrameLine({ frame, open, id, link }: { frame: Frame; open: boolean; id: string; link: string | null }) {
  const mine = frame.in_app === true;
  const more = frame.context_line !== undefined || frame.map || (frame.vars && Object.keys(frame.vars).length > 0);
  const marks = (
    <span className={clsx('ml-auto flex shrink-0 items-center gap-2', link && 'pr-7')}>
      {mine ? <span className="hidden text-12 text-accent sm:inline">in app</span> : null}
      <MapSign map={frame.map} id={id} />
    </span>
  );
  const line = (
    <span className="flex min-w-0 flex-1 flex-wrap items-baseline gap-x-2 text-13">
      <span className={`font-mono [overflow-wrap:anywhere] ${mine ? 'font-semibold' : 'text-muted'}`}>
        {frame.function ?? '<anonymous>'}
      </span>
      <span className="min-w-0 font-mono text-12 [overflow-wrap:anywhere] text-muted" title={frame.abs_path}>
        {placeOf(frame)}
      </span>
    </span>
  );
  return (
    <li className="relative border-line not-last:border-b">
      {more ? (
        <details open={open} className="group/row">
          <summary
            aria-describedby={frame.map ? id : undefined}
            className="group/frame flex min-h-9 items-center gap-2 px-3 py-1.5 hover:bg-hover"
          >
            <ChevronRight
              size={14}
              aria-hidden
              className="chevron shrink-0 text-muted transition-transform duration-100"
            />
            {line}
            {marks}
          </summary>
          <Source frame={frame} />
          {frame.vars && Object.keys(frame.vars).length > 0 ? (
            <div className="border-t border-line px-3 py-2">
              <Definitions
                entries={Object.entries(frame.vars).map(([name, value]) => [name, <Value key={name} value={value} />])}
              />
            </div>
          ) : null}
          <MapNote frame={frame} />
        </details>
      ) : (
        <div className="flex min-h-9 items-center gap-2 py-1.5 pr-3 pl-[34px]">
          {line}
          {marks}
        </div>
      )}
      {link === null ? null : (
        <a
          href={link}
          target="_blank"
          rel="noreferrer noopener"
          title={`Open at ${new URL(link).host}`}
          aria-label={`Open ${placeOf(frame)} at ${new URL(link).host}`}
          className="absolute top-1 right-1.5 grid size-7 place-items-center rounded-sm text-muted hover:bg-hover hover:text-ink"
        >
          <SquareArrowOutUpRight size={13} aria-hidden />
        </a>
      )}
    </li>
  );
}

/** The lines around the failing one, when the client sent them. */
function Source({ frame }: { frame: Frame }) {
  if (frame.context_line === undefined) return null;
  const before = frame.pre_context ?? [];
  const start = (frame.lineno ?? before.length + 1) - before.length;
  const lines = [...before, frame.context_line, ...(frame.post_context ?? [])];
  const failing = before.length;
  return (
    <div
      tabIndex={0}
      role="group"
      aria-label={`Source of ${frame.function ?? 'the frame'}`}
      className="overflow-x-auto border-t border-line bg-sunken py-1.5 font-mono text-12 leading-5"
    >
      <ol className="w-max min-w-full">
        {lines.map((text, index) => (
          <li
            key={index}
            aria-current={index === failing ? 'true' : undefined}
            className={`flex pr-4 ${index === failing ? 'bg-error-wash' : ''}`}
          >
            <span
              className={`w-14 shrink-0 pr-4 text-right select-none ${index === failing ? 'font-semibold text-error' : 'text-faint'}`}
            >
              {start + index}
            </span>
            <span className="whitespace-pre">
              {index === failing ? <Marked text={text} column={frame.colno} /> : text || ' '}
            </span>
          </li>
        ))}
      </ol>
    </div>
  );
}

/** The failing line with its column underlined. SDKs count columns from one. */
function Marked({ text, column }: { text: string; column: number | undefined }) {
  // Of a line that was cut nobody knows where the column has gone.
  if (column === undefined || column < 1 || column > text.length || text.includes('{snip}')) return text;
  const rest = text.slice(column - 1);
  const word = /^[\w$]+/.exec(rest)?.[0] ?? rest.slice(0, 1);
  return (
    <>
      {text.slice(0, column - 1)}
      <span className="underline decoration-error decoration-2 underline-offset-4">{word}</span>
      {rest.slice(word.length)}
    </>
  );
}
