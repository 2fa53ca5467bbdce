import type { Level } from '@seismo/protocol';

/** How bad it is, in a word. */
export const levelWords: Record<Level, string> = {
  fatal: 'Fatal',
  error: 'Error',
  warning: 'Warning',
  info: 'Info',
  debug: 'Debug',
};
