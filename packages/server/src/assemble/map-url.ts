/**
 * The target of a file's reference to its map, in the form in which uploads name files: `~/static/app.js` with
 * `../maps/1.js.map` is `~/maps/1.js.map`. `''` without a reference and for an inline map. Not with `URL`, which would
 * encode the brackets and spaces in file names of routes.
 */
export function mapUrlOf(url: string, reference: string): string {
  if (reference === '' || reference.startsWith('data:')) return '';
  if (/^[a-z][a-z0-9+.-]*:/i.test(reference) || reference.startsWith('~/')) return reference;
  const base = url.replace(/[?#].*$/s, '');
  const origin = /^(?:~|[a-z][a-z0-9+.-]*:\/\/[^/]*)(?=\/|$)/i.exec(base)?.[0] ?? '';
  if (reference.startsWith('//')) return `${/^[a-z][a-z0-9+.-]*:/i.exec(origin)?.[0] ?? 'https:'}${reference}`;
  const folder = reference.startsWith('/') ? [] : base.slice(origin.length).split('/').slice(0, -1);
  const path: string[] = folder.filter((segment) => segment !== '');
  for (const segment of reference.split('/')) {
    if (segment === '..') path.pop();
    else if (segment !== '.' && segment !== '') path.push(segment);
  }
  return origin === '' && !base.startsWith('/') && !reference.startsWith('/')
    ? path.join('/')
    : `${origin}/${path.join('/')}`;
}
