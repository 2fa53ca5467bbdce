/**
 * The wordings of the same mistake in Chromium, then Firefox, then Safari. Parts that vary with the build (a minified
 * variable) are removed; the part that identifies the mistake (the property) stays.
 */
const wordings: [RegExp, (found: RegExpExecArray) => string][] = [
  [/^Minified React error #(\d+)/, (found) => `Minified React error #${found[1]}`],

  [
    /^Cannot read propert(?:y|ies) (?:'([^']*)' )?of (undefined|null)(?: \(reading '([^']*)'\))?/,
    (found) => `cannot read ${found[3] ?? found[1] ?? '?'} of ${found[2]}`,
  ],
  [/^can't access property "?([^",]*)"?, .* is (undefined|null)$/, (found) => `cannot read ${found[1]} of ${found[2]}`],
  [
    /^Cannot set propert(?:y|ies) (?:'([^']*)' )?of (undefined|null)(?: \(setting '([^']*)'\))?/,
    (found) => `cannot set ${found[3] ?? found[1] ?? '?'} of ${found[2]}`,
  ],
  [
    /^(undefined|null) is not an object \(evaluating '([^']*)'\)/,
    (found) => {
      const [target = '', assigned] = (found[2] ?? '').split(' = ');
      return `cannot ${assigned === undefined ? 'read' : 'set'} ${lastProperty(target)} of ${found[1]}`;
    },
  ],

  [/^(.{1,200}?) is not a function(?:$|[.;, ])/, (found) => `${lastProperty(found[1] ?? '')} is not a function`],
  [/^(.{1,200}?) is not a constructor(?:$|[.;, ])/, (found) => `${lastProperty(found[1] ?? '')} is not a constructor`],
  [/^([\w$]+) is not defined$/, (found) => `${found[1]} is not defined`],
  [/^Can't find variable: ([\w$]+)$/, (found) => `${found[1]} is not defined`],
  [/^([\w$.[\]()]{1,200}) is (undefined|null)$/, (found) => `${lastProperty(found[1] ?? '')} is ${found[2]}`],

  [
    /^(?:Failed to fetch dynamically imported module|error loading dynamically imported module|Importing a module script failed)/i,
    () => 'importing a module failed',
  ],
  [/^(?:Loading (?:CSS )?chunk .{1,300} failed|Failed to load chunk )/, () => 'loading a chunk failed'],
  [/^Unable to preload CSS for /, () => 'preloading a style sheet failed'],
  [
    /^(?:Failed to fetch|NetworkError when attempting to fetch resource\.?|Load failed|Network request failed)(?: \([^)]*\))?$/,
    () => 'network request failed',
  ],
  [
    /^(?:The user aborted a request\.?|The operation was aborted\.? ?|Fetch is aborted\.?|signal is aborted without reason|This operation was aborted)$/,
    () => 'request aborted',
  ],
  [
    /^(?:Unexpected end of JSON input|JSON\.parse: unexpected end of data|JSON Parse error: Unexpected EOF)/,
    () => 'JSON ends too early',
  ],
  [
    /^(?:Unexpected (?:token|non-whitespace character).{1,300}JSON|JSON\.parse: unexpected |JSON Parse error: Un|Unexpected token .{1,12} in JSON)/,
    () => 'unexpected character in JSON',
  ],
  [/^ResizeObserver loop /, () => 'ResizeObserver loop'],
];

/** One wording for all engines, or `null` when the message is not an engine's own. */
export function engineMessage(text: string): string | null {
  for (const [pattern, rewrite] of wordings) {
    const found = pattern.exec(text);
    if (found !== null) return rewrite(found);
  }
  return null;
}

/** `(0 , r.total)` → `total`, `e.cart.items` → `items`; a lone minified variable has no name. */
function lastProperty(expression: string): string {
  const path = expression.replace(/(?<=[\w$\])])\([^()]*\)$/, '').replace(/[)\s]+$/, '');
  const name = /([\w$]+)\]?$/.exec(path)?.[1] ?? '?';
  return name.length <= 2 && name.length === path.length ? '?' : name;
}
