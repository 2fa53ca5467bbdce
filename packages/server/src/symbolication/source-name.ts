/**
 * The readable name of a source: `src/cart/total.ts`. Bundlers prepend schemes, namespaces and the path up from the
 * output folder, which are not folders of the project.
 */
export function sourceName(source: string): string {
  let path = source.replaceAll('\\', '/');
  const query = path.search(/[?#]/);
  if (query > 0 && !path.slice(0, query).endsWith('/')) path = path.slice(0, query);
  const scheme = /^([a-z][a-z0-9+.-]{0,30}):\/\//i.exec(path);
  if (scheme) {
    const rest = path.slice(scheme[0].length);
    // The part up to the first slash is a host or a bundler's namespace; for a file it is empty. webpack's is the
    // package name, which may have a scope.
    path = rest.replace(/^(?:@[^/]+\/)?[^/]*\//, '');
    if (scheme[1]!.toLowerCase() === 'file') path = `/${path}`;
    else if (path.startsWith('[project]/')) path = path.slice('[project]/'.length);
    else if (/^\([\w-]+\)\//.test(path) && scheme[1]!.startsWith('webpack')) path = path.slice(path.indexOf('/') + 1);
  }
  const parts: string[] = [];
  for (const part of path.split('/')) {
    if (part === '.' || (part === '' && parts.length > 0)) continue;
    if (part === '..') {
      if (parts.length > 0 && parts.at(-1) !== '') parts.pop();
    } else parts.push(part === '~' ? 'node_modules' : part);
  }
  return parts.join('/') || source;
}
