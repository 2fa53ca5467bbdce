'use client';

import type { PreviewView } from '@seismo/server';
import clsx from 'clsx';
import { useId, useRef, useState, type ReactNode } from 'react';

type Problem = PreviewView['problems']['stackRules'][number];

const ROWS_MIN = 5;
const textClass = 'm-0 w-full px-3 py-2.5 font-mono text-13 leading-5 whitespace-pre';

interface Props {
  name: string;
  label: string;
  initial: string;
  problems: Problem[];
  placeholder: string;
  hint: ReactNode;
}

/** An editor for rules with line numbers and underlined errors. */
export function RulesEditor({ name, label, initial, problems, placeholder, hint }: Props) {
  const id = useId();
  const [text, setText] = useState(initial);
  const area = useRef<HTMLTextAreaElement>(null);
  const marks = useRef<HTMLDivElement>(null);
  const lines = text.split('\n');

  const goTo = ({ line, column, length }: Problem) => {
    const from = lines.slice(0, line - 1).reduce((sum, each) => sum + each.length + 1, 0) + column - 1;
    area.current?.focus();
    area.current?.setSelectionRange(from, from + length);
  };
  return (
    <div className="flex flex-col gap-1.5">
      <div
        className={clsx(
          'flex overflow-hidden rounded-md border bg-surface focus-within:outline-2 focus-within:outline-offset-1 focus-within:outline-accent',
          problems.length > 0 ? 'border-error' : 'border-line-strong',
        )}
      >
        <div
          aria-hidden
          className="shrink-0 border-r border-line bg-sunken px-2 py-2.5 text-right font-mono text-12 leading-5 text-muted select-none"
        >
          {Array.from({ length: Math.max(ROWS_MIN, lines.length) }, (_, index) => (
            <div key={index}>{index + 1}</div>
          ))}
        </div>
        <div className="relative min-w-0 flex-1 overflow-hidden">
          <div
            ref={marks}
            aria-hidden
            className={`${textClass} pointer-events-none absolute inset-y-0 left-0 text-transparent`}
          >
            {lines.map((line, index) => (
              <Marked key={index} line={line} problem={problems.find((one) => one.line === index + 1)} />
            ))}
          </div>
          <textarea
            ref={area}
            id={id}
            name={name}
            aria-label={label}
            aria-describedby={`${id}-hint ${id}-problems`}
            aria-invalid={problems.length > 0}
            value={text}
            onChange={(event) => setText(event.target.value)}
            onScroll={(event) => {
              if (marks.current) marks.current.style.transform = `translateX(${-event.currentTarget.scrollLeft}px)`;
            }}
            placeholder={placeholder}
            rows={Math.max(ROWS_MIN, lines.length)}
            wrap="off"
            spellCheck={false}
            autoCapitalize="off"
            autoComplete="off"
            className={`${textClass} relative block resize-none overflow-x-auto overflow-y-hidden bg-transparent text-ink outline-none placeholder:text-muted`}
          />
        </div>
      </div>
      <ul id={`${id}-problems`} className="flex flex-col gap-1 empty:hidden">
        {problems.map((problem) => (
          <li key={`${problem.line}:${problem.column}`} className="text-13 text-error">
            <button type="button" onClick={() => goTo(problem)} className="text-left underline underline-offset-2">
              Line {problem.line}, character {problem.column}
            </button>
            : {problem.message}
          </li>
        ))}
      </ul>
      <p id={`${id}-hint`} className="text-12 text-muted [&_code]:text-ink">
        {hint}
      </p>
    </div>
  );
}

/** An invisible copy of a line that underlines its error. */
function Marked({ line, problem }: { line: string; problem: Problem | undefined }) {
  if (!problem) return <div className="h-5">{line}</div>;
  const from = problem.column - 1;
  const marked = line.slice(from, from + problem.length) || ' ';
  return (
    <div className="h-5">
      {line.slice(0, from)}
      <span className="underline decoration-error decoration-wavy underline-offset-2">{marked}</span>
      {line.slice(from + problem.length)}
    </div>
  );
}
