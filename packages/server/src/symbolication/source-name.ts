/**
 * What to call a source for people, from what its bundler called it: `src/cart/total.ts`. Bundlers put schemes, namespaces
 * and the way up from the output folder in front, none of which is a folder of the project.
 */
export function sourceName(source: string): string {
  let path = source.replaceAll('\\', '/');
  const query = path.search(/[?#]/);
  if (query > 0 && !path.slice(0, query).endsWith('/')) path = path.slice(0, query);
  const scheme = /^([a-z][a-z0-9+.-]{0,30}):\/\//i.exec(path);
  if (scheme) {
    const rest = path.slice(scheme[0].length);
    // What stands up to the first slash is a host or a bundler's namespace; of a file it is nothing. webpack's is the name
    // of the package, which may have a scope.
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
