import type { Level } from '@seismo/protocol';

/** Display names of levels. */
export const levelWords: Record<Level, string> = {
  fatal: 'Fatal',
  error: 'Error',
  warning: 'Warning',
  info: 'Info',
  debug: 'Debug',
};
