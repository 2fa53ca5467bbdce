const CHARS_MAX = 256;

const anonymous = new Set(
  [
    '',
    '?',
    '<anonymous>',
    'anonymous',
    '(anonymous)',
    '{anonymous}',
    '<unknown>',
    'unknown',
    '<computed>',
    '[anonymous]',
  ]
    // Safari's names for the top level, webpack's for a module body, and names from CommonJS and ES interop.
    .concat(['global code', 'module code', 'eval code', 'eval', 'exports', 'default', '__webpack_exports__']),
);

/**
 * A function's name, normalized over engines and builds; empty without a name. Chromium has `async Object.pay [as
 * onClick]`, Firefox `pay` and `pay/<` for a closure in it, Safari `pay`.
 */
export function readFunctionName(raw: string | undefined, isScript: boolean): string {
  if (raw === undefined || raw === '') return '';
  let name = raw.length > CHARS_MAX ? raw.slice(0, CHARS_MAX) : raw;
  if (!isScript) return otherLanguage(name);
  if (/^[\w$]+$/.test(name)) return anonymous.has(name) ? '' : name;
  if (name.endsWith('<')) return '';
  name = name.replace(
    /^(?:async\*|(?:async|new|get|set|bound|static) |(?:setTimeout|setInterval|promise callback|EventListener\.handleEvent) handler\*)+/,
    '',
  );
  const alias = name.indexOf(' [as ');
  if (alias >= 0) name = name.slice(0, alias);
  const star = name.lastIndexOf('*');
  if (star >= 0) name = name.slice(star + 1);
  const call = name.indexOf('(');
  if (call > 0) name = name.slice(0, call);
  const last = Math.max(name.lastIndexOf('.'), name.lastIndexOf('/'));
  if (last >= 0) name = name.slice(last + 1);
  name = name.trim();
  return anonymous.has(name) ? '' : name;
}

/** Python, Ruby, PHP, Java, Rust: names are the programmer's own; only additions of compilers are removed. */
function otherLanguage(name: string): string {
  const plain = name
    .replace(/^(?:block(?: \(\d+ levels\))?|rescue|ensure) in /, '')
    .replace(/::h[0-9a-f]{16}$/, '')
    .replace(/\$\$Lambda.*$/, '$$$$Lambda')
    .replace(/^lambda\$(.*)\$\d+$/, '$1')
    .replace(/\{closure[^}]*\}/g, '{closure}')
    .replace(/<locals>\./g, '')
    .trim();
  return anonymous.has(plain) && plain !== 'default' && plain !== 'eval' ? '' : plain;
}

/**
 * A name a minifier made: one or two characters, or three that are no word. It changes with each build, so it is only
 * trusted where the source line beside it shows unminified code.
 */
export function isMinifiedName(name: string): boolean {
  if (name.length <= 2) return true;
  return name.length === 3 && !/^[a-z]*[aeiouy][a-z]*$/.test(name);
}

/** Names so common that they need a file to identify a location. */
const handlers = new Set(
  'onClick onChange onSubmit onLoad onError onClose onOpen onSelect onKeyDown handleClick handleChange handleSubmit handler callback render next then catch finally get set run call apply init update value listener dispatch emit invoke execute process handle start stop load fetch request send main setup test data map forEach filter reduce find constructor toString children action resolve reject success error complete'.split(
    ' ',
  ),
);

export function isCommonName(name: string): boolean {
  return name.length <= 3 || handlers.has(name);
}
