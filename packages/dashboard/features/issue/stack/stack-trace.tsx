import type { ExceptionValue, Frame, Stacktrace } from '@seismo/protocol';
import clsx from 'clsx';
import { ChevronRight, SquareArrowOutUpRight } from 'lucide-react';
import { useId } from 'react';
import { Badge } from '#ui/badge.tsx';
import { Code } from '#ui/code.tsx';
import { Definitions } from '#ui/section.tsx';
import type { StackView } from '../event/event-params.ts';
import type { ExceptionNode } from './exception-tree.ts';
import { foldFrames, functionOf, locationOf } from './frames.ts';
import { MapDetails, MapStatus } from './map-status.tsx';
import { SourceLines, type Coloring } from './source-lines.tsx';
import { asSent } from './source-map.ts';
import { stackText } from './stack-text.ts';
import { Value } from '../event/value.tsx';

/** Common to the frames of an event. */
export interface FrameContext {
  /** Addresses at source hosts, by `filename:line`. */
  links: Record<string, string>;
  coloring: Coloring;
  /** The event's platform, for frames without one. */
  platform: string;
}

interface ExceptionProps {
  node: ExceptionNode;
  view: StackView;
  context: FrameContext;
  /** The type and message in the head of the page, which the thrown error need not repeat. */
  shown?: { type: string; value: string };
}

/** Longer messages are cut in the head. */
const HEADING_CHARS_MAX = 200;

/** One exception with its stack. Parts of a group are set off from the group. */
export function Exception({ node: { exception, relation, depth }, view, context, shown }: ExceptionProps) {
  const isShown =
    relation === null &&
    shown?.type === exception.type &&
    shown?.value === (exception.value ?? '') &&
    shown.value.length <= HEADING_CHARS_MAX;
  const { type, value, raw_value: rawValue, mechanism, stacktrace } = exception;
  const frames = visibleFrames(stacktrace, view);
  return (
    <article
      className={clsx(
        'min-w-0',
        depth > 0 && 'border-l-2 border-line-strong pl-3',
        depth > 1 && 'ml-3',
        depth > 2 && 'ml-6',
      )}
    >
      <h3 className={isShown ? 'sr-only' : 'text-14 [overflow-wrap:anywhere]'}>
        {relation ? <span className="mr-2 font-normal text-muted">{relation}</span> : null}
        {packagePrefix(exception) ? <span className="font-normal text-muted">{packagePrefix(exception)}</span> : null}
        {type ?? 'Error'}
      </h3>
      {value && !isShown ? (
        <p
          tabIndex={0}
          className="mt-0.5 max-h-48 overflow-auto text-13 [overflow-wrap:anywhere] whitespace-pre-wrap text-muted"
        >
          {value}
        </p>
      ) : null}
      {rawValue ? (
        <details className="mt-1 text-12 text-muted">
          <summary className="w-fit rounded-sm hover:text-ink">Original message</summary>
          <p className="mt-1 [overflow-wrap:anywhere]">{rawValue}</p>
        </details>
      ) : null}
      {mechanism?.type || mechanism?.handled !== undefined ? (
        <p className="mt-1.5 flex items-center gap-1.5 text-12 text-muted sm:flex-wrap">
          {mechanism.handled === false ? <Badge>Unhandled</Badge> : null}
          {mechanism.handled === true ? <Badge>Handled</Badge> : null}
          {mechanism.type ? (
            <span className="min-w-0 font-mono max-sm:truncate sm:[overflow-wrap:anywhere]">{mechanism.type}</span>
          ) : null}
          {mechanism.synthetic ? <span>Synthetic: the SDK created this stack trace at the capture call</span> : null}
        </p>
      ) : null}
      <div className="mt-2.5">
        {frames.length === 0 ? (
          <p className="text-13 text-muted">No stack trace in this report.</p>
        ) : view.raw ? (
          <Code text={stackText(qualifiedType(exception), value, frames, context.platform)} label="stack trace" />
        ) : (
          <Frames frames={frames} view={view} context={context} oneOpen={relation !== null} />
        )}
      </div>
    </article>
  );
}

/** `com.example.shop.`: the package of the type, if the type does not include it. */
function packagePrefix({ type, module }: ExceptionValue): string {
  if (!type || !module || type.startsWith(module) || module === 'builtins' || module === '__main__') return '';
  return `${module}.`;
}

export function qualifiedType(exception: ExceptionValue): string | undefined {
  return exception.type === undefined ? undefined : packagePrefix(exception) + exception.type;
}

interface StackProps {
  stacktrace: Stacktrace;
  view: StackView;
  context: FrameContext;
}

export function Stack({ stacktrace, view, context }: StackProps) {
  const frames = visibleFrames(stacktrace, view);
  return view.raw ? (
    <Code text={stackText(undefined, undefined, frames, context.platform)} label="stack trace" />
  ) : (
    <Frames frames={frames} view={view} context={context} />
  );
}

/** The frames of the selected view: readable or minified. */
export function visibleFrames(stacktrace: Stacktrace | undefined, { minified }: StackView): Frame[] {
  const frames = stacktrace?.frames ?? [];
  return minified ? frames.map(asSent) : frames;
}

/** With more frames of the application, only the first is open. */
const OPEN_COUNT_MAX = 5;

interface FramesProps {
  frames: Frame[];
  view: StackView;
  context: FrameContext;
  /** Opens only the first frame, for causes: their other frames mostly repeat the thrown error. So do long stacks. */
  oneOpen?: boolean;
}

function Frames({ frames, view, context, oneOpen = false }: FramesProps) {
  const id = useId();
  const pieces = foldFrames(frames, { ...view, platform: context.platform });
  const openable = pieces.filter((piece) => piece.kind === 'frame' && opens(piece.frame));
  const opened = oneOpen || openable.length > OPEN_COUNT_MAX ? openable.slice(0, 1) : openable;
  return (
    <ol className="rounded-md border border-line bg-surface">
      {pieces.map((piece) =>
        piece.kind === 'frame' ? (
          <FrameLine
            key={piece.index}
            id={`${id}${piece.index}`}
            frame={piece.frame}
            context={context}
            open={opened.includes(piece)}
          />
        ) : (
          <li key={piece.index} className="border-line not-last:border-b">
            <details>
              <summary className="flex min-h-8 items-center gap-2 bg-sunken pointer-coarse:min-h-11 px-3 py-1 text-12 text-muted hover:bg-hover hover:text-ink">
                <ChevronRight size={14} aria-hidden className="chevron shrink-0 transition-transform duration-100" />
                {piece.label}
              </summary>
              <ol className="border-t border-line">
                {piece.frames.map((frame, index) => (
                  <FrameLine
                    key={index}
                    id={`${id}${piece.index}-${index}`}
                    frame={frame}
                    context={context}
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

function linkOf({ filename, abs_path: path, lineno }: Frame, { links }: FrameContext): string | null {
  const key = `${filename ?? path ?? ''}:${lineno ?? ''}`;
  return Object.hasOwn(links, key) ? links[key]! : null;
}

function FrameLine({ frame, open, id, context }: { frame: Frame; open: boolean; id: string; context: FrameContext }) {
  const link = linkOf(frame, context);
  const inApp = frame.in_app === true;
  const hasDetails =
    frame.context_line !== undefined || frame.map || (frame.vars && Object.keys(frame.vars).length > 0);
  const badges = (
    <span className={clsx('ml-auto flex shrink-0 items-center gap-2', link && 'pr-7')}>
      {inApp ? <span className="hidden text-12 text-accent sm:inline">in app</span> : null}
      <MapStatus map={frame.map} id={id} />
    </span>
  );
  const line = (
    <span className="flex min-w-0 flex-1 flex-wrap items-baseline gap-x-2 text-13">
      <span className={`font-mono [overflow-wrap:anywhere] ${inApp ? 'font-semibold' : 'text-muted'}`}>
        {functionOf(frame, context.platform)}
      </span>
      <span className="min-w-0 font-mono text-12 [overflow-wrap:anywhere] text-muted" title={frame.abs_path}>
        {locationOf(frame)}
      </span>
    </span>
  );
  return (
    <li className="relative border-line not-last:border-b">
      {hasDetails ? (
        <details open={open} className="group/row">
          <summary
            aria-describedby={frame.map ? id : undefined}
            className="group/frame flex min-h-9 items-center pointer-coarse:min-h-11 gap-2 px-3 py-1.5 hover:bg-hover"
          >
            <ChevronRight
              size={14}
              aria-hidden
              className="chevron shrink-0 text-muted transition-transform duration-100"
            />
            {line}
            {badges}
          </summary>
          <SourceLines frame={frame} coloring={context.coloring} />
          {frame.vars && Object.keys(frame.vars).length > 0 ? (
            <div className="border-t border-line px-3 py-2">
              <Definitions
                entries={Object.entries(frame.vars).map(([name, value]) => [name, <Value key={name} value={value} />])}
              />
            </div>
          ) : null}
          <MapDetails frame={frame} />
        </details>
      ) : (
        <div className="flex min-h-9 items-center gap-2 py-1.5 pr-3 pl-[34px]">
          {line}
          {badges}
        </div>
      )}
      {link === null ? null : (
        <a
          href={link}
          target="_blank"
          rel="noreferrer noopener"
          title={`Open on ${new URL(link).host}`}
          aria-label={`Open ${locationOf(frame)} on ${new URL(link).host}`}
          className="absolute top-1 right-1.5 grid size-7 place-items-center rounded-sm text-muted hover:bg-hover hover:text-ink"
        >
          <SquareArrowOutUpRight size={13} aria-hidden />
        </a>
      )}
    </li>
  );
}
