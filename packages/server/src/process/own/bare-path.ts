/** `webpack:///./src/a.ts`, `app:///src/a.ts` and `https://shop.example/src/a.ts` are all `src/a.ts`. */
export function barePath(path: string): string {
  return path.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/]*\//i, '').replace(/^(?:\.?\/)+/, '');
}
