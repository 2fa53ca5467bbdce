import type { Frame, Stacktrace } from '@seismo/protocol';
import { createTextCache } from '../activity/text-cache.ts';
import { coloredLines, languageOf, parsersFor, type Budget, type Parsers } from './source-code.ts';
import { sourceHtml } from './source-html.ts';

/** The events of an issue mostly have the same source lines. */
const cache = createTextCache(2_000_000);

/** Data for highlighting the frames of an event. */
export interface Coloring {
  platform: string;
  parsers: Parsers;
  budget: Budget;
}

/** Ordinary code takes half a millisecond a frame. Slower code is shown without colors. */
const COLOR_MS_MAX = 30;

/** For all stacks of an event together. */
export async function coloringOf(
  stacks: { stacktrace?: Stacktrace | null | undefined }[],
  platform: string,
): Promise<Coloring> {
  const languages = stacks
    .flatMap(({ stacktrace }) => stacktrace?.frames ?? [])
    .flatMap((frame) => (frame.in_app === true ? (languageOf(frame, platform) ?? []) : []));
  return { platform, parsers: await parsersFor(languages), budget: { leftMs: COLOR_MS_MAX } };
}

/** The lines around the failing one, when the client sent them. Code of the application is colored. */
export function SourceLines({ frame, coloring }: { frame: Frame; coloring: Coloring }) {
  if (frame.context_line === undefined) return null;
  const { platform, parsers, budget } = coloring;
  const before = frame.pre_context ?? [];
  const language = frame.in_app === true ? languageOf(frame, platform) : null;
  const lines = [...before, frame.context_line, ...(frame.post_context ?? [])];
  const failing = before.length;
  const position = { start: (frame.lineno ?? failing + 1) - failing, failing, column: frame.colno };
  const key = JSON.stringify([language, position, lines]);
  let html = cache.get(key);
  if (html === undefined) {
    html = sourceHtml(coloredLines(lines, language === null ? undefined : parsers.get(language), budget), position);
    // Without time left it may lack its colors.
    if (budget.leftMs > 0) cache.set(key, html);
  }
  return (
    <div
      tabIndex={0}
      role="group"
      aria-label={`Source of ${frame.function ?? 'the frame'}`}
      className="overflow-x-auto border-t border-line bg-sunken py-1.5 font-mono text-12 leading-5"
    >
      <ol className="source-lines w-max min-w-full" dangerouslySetInnerHTML={{ __html: html }} />
    </div>
  );
}
