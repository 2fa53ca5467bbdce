import type { Event } from '@seismo/browser';

/**
 * Gives files of the build the names of their uploads, `app:///_next/server/…`, wherever the app is installed, and
 * marks frames outside of the app.
 */
export function renameFiles(event: Event, distDir: string): Event {
  const marker = `/${distDir.replaceAll('\\', '/').replace(/^(?:\.?\/)+|\/+$/g, '')}/`;
  const nameOf = (filename: string): string => {
    const path = filename.replace(/^file:\/\//, '').replaceAll('\\', '/');
    const at = path.lastIndexOf(marker);
    return at < 0 ? path : `app:///_next/${path.slice(at + marker.length)}`;
  };
  for (const { stacktrace } of event.exception?.values ?? []) {
    for (const frame of stacktrace?.frames ?? []) {
      frame.filename = nameOf(frame.filename);
      frame.in_app = !/^node:|^<anonymous>$|\/node_modules\//.test(frame.filename) && frame.filename.includes('/');
    }
  }
  for (const image of event.debug_meta?.images ?? []) image.code_file = nameOf(image.code_file);
  return event;
}
