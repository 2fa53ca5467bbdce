import type { Frame } from '@seismo/protocol';
import clsx from 'clsx';
import { colouredLines, languageOf, markWord, type Budget, type CodeKind, type MarkedPiece } from './source-code.ts';

const colours: Record<CodeKind, string | undefined> = {
  plain: undefined,
  keyword: 'text-code-keyword',
  string: 'text-code-string',
  number: 'text-code-number',
  comment: 'text-faint italic',
  name: 'text-code-name',
};

/** The lines around the failing one, when the client sent them. Code of the application is coloured. */
export async function SourceLines({ frame, platform, budget }: { frame: Frame; platform: string; budget: Budget }) {
  if (frame.context_line === undefined) return null;
  const before = frame.pre_context ?? [];
  const start = (frame.lineno ?? before.length + 1) - before.length;
  const failing = before.length;
  const lines = await colouredLines(
    [...before, frame.context_line, ...(frame.post_context ?? [])],
    frame.in_app === true ? languageOf(frame, platform) : null,
    budget,
  );
  return (
    <div
      tabIndex={0}
      role="group"
      aria-label={`Source of ${frame.function ?? 'the frame'}`}
      className="overflow-x-auto border-t border-line bg-sunken py-1.5 font-mono text-12 leading-5"
    >
      <ol className="w-max min-w-full">
        {lines.map((pieces, index) => (
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
              <Pieces of={markWord(pieces, index === failing ? frame.colno : undefined)} />
            </span>
          </li>
        ))}
      </ol>
    </div>
  );
}

function Pieces({ of: pieces }: { of: MarkedPiece[] }) {
  if (pieces.length === 0) return ' ';
  return pieces.map(({ text, kind, marked }, index) =>
    kind === 'plain' && !marked ? (
      text
    ) : (
      <span
        key={index}
        className={clsx(colours[kind], marked && 'underline decoration-error decoration-2 underline-offset-4')}
      >
        {text}
      </span>
    ),
  );
}
