import { limits, type EventPayload, type Frame } from '@seismo/protocol';

/** React's text of where in the tree an error was thrown, with its lines of built code as frames. */
export interface ComponentStack {
  frames: Frame[];
  /** Writes the mapped frames into the event. */
  write(): void;
}

/** `    at Cart (https://shop.example/a.js:1:2)` in Chromium, `Cart@https://shop.example/a.js:1:2` in Firefox and Safari. */
const LINE = /^\s*(?:at )?([^\s@()]+)(?: \(|@)([a-z][a-z0-9+.-]{0,30}:\/\/\S+):(\d{1,9}):(\d{1,9})\)?$/i;

export function componentStackOf({ contexts }: EventPayload): ComponentStack | null {
  const react = contexts['react'];
  const text = react?.['componentStack'];
  if (typeof text !== 'string') return null;
  const lines = text.split('\n').map((line): string | Frame => {
    const [, name, filename, lineno, colno] = LINE.exec(line) ?? [];
    return name && filename ? { function: name, filename, lineno: Number(lineno), colno: Number(colno) } : line;
  });
  const frames = lines.filter((line) => typeof line !== 'string');
  if (frames.length === 0) return null;
  return {
    frames,
    write() {
      react!['componentStack'] = lines
        .map((line) =>
          typeof line === 'string' ? line : `    at ${line.function} (${line.filename}:${line.lineno}:${line.colno})`,
        )
        .join('\n')
        .slice(0, limits.COMPONENT_STACK_CHARS_MAX);
    },
  };
}
