import { decodedPath } from '@seismo/protocol';

/** `webpack:///./src/a.ts`, `app:///src/a.ts` and `https://shop.example/src/a.ts` are all `src/a.ts`, as its repository writes it. */
export function barePath(path: string): string {
  return decodedPath(path)
    .replace(/^[a-z][a-z0-9+.-]*:\/\/[^/]*\//i, '')
    .replace(/^(?:\.?\/)+/, '');
}
