import type { Entry } from './entry.ts';

/** The content of a palette entry. */
export function renderEntry({ name, detail, note, keys }: Entry) {
  return (
    <>
      {detail ? <span className="w-20 shrink-0 truncate font-mono text-12 text-muted">{detail}</span> : null}
      <span className="min-w-0 truncate">{name}</span>
      {note ? <span className="ml-auto max-w-[50%] shrink-0 truncate text-12 text-muted">{note}</span> : null}
      {keys ? (
        <span aria-hidden className="ml-auto flex shrink-0 gap-1">
          {keys.map((part) => (
            <kbd key={part} className="min-w-6 rounded-sm border border-line bg-sunken px-1.5 text-center text-12">
              {part}
            </kbd>
          ))}
        </span>
      ) : null}
    </>
  );
}
