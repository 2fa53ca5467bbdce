import type { Frame } from '@seismo/protocol';

/** Prefixes of the own code of browsers and Node, and of browser extensions. */
const FOREIGN_PREFIXES = [
  'node:',
  'native ',
  'chrome://',
  'resource://',
  'chrome-extension://',
  'moz-extension://',
  'ms-browser-extension://',
  'safari-extension://',
  'safari-web-extension://',
  'webkit-masked-url://',
];

/** Installed packages; pnpm's store and Yarn's cache have a `node_modules` within. */
const PACKAGES = /(?:^|[/\\])node_modules[/\\]/;

/** The loader that webpack and Turbopack put into every bundle, as a source and as Next.js names its chunks. */
const BUNDLER_RUNTIME =
  /(?:^|\/)webpack\/(?:bootstrap|runtime)\b|\/_next\/static\/chunks\/(?:webpack|turbopack)-|\/webpack-(?:api-)?runtime\.js$|(?:^|\/)\[turbopack\]/;

/**
 * A name that a webpack loader generated: a module without a file, named by four digits. Next's own pages and routes
 * have such names.
 */
const MADE_UP = /(?:^|\/)\?[0-9a-f]{4}$/;

/** Code without a place: `Array.reduce (<anonymous>)`. With a line it is code that was evaluated, and may be anyone's. */
const NATIVE_PATHS: readonly string[] = ['<anonymous>', '[native code]', 'native'];

/**
 * Whether a frame is application code, as v1 decided for every language and still decides for JavaScript. Browser SDKs
 * mark every frame as in-app, because they do not know bundles: if the path clearly shows otherwise, the path wins,
 * never the other way round. Sentry does the same (getsentry/sentry `lang/javascript/processing.py`, `is_in_app`:
 * `node_modules`, and `~` for it in webpack's paths).
 */
export function isInAppV1(frame: Frame, stated: boolean | undefined): boolean {
  if (stated === false || isForeign(frame)) return false;
  return stated ?? isLikelyOwn(frame);
}

function isForeign(frame: Frame): boolean {
  const hasNoLine = frame.lineno === undefined;
  if (hasNoLine && frame.function === '[native code]') return true;
  return isForeignPath(frame.abs_path, hasNoLine) || isForeignPath(frame.filename, hasNoLine);
}

function isForeignPath(path: string | undefined, hasNoLine: boolean): boolean {
  if (path === undefined) return false;
  if (hasNoLine && NATIVE_PATHS.includes(path)) return true;
  return (
    FOREIGN_PREFIXES.some((prefix) => path.startsWith(prefix)) ||
    PACKAGES.test(path) ||
    BUNDLER_RUNTIME.test(path) ||
    MADE_UP.test(path) ||
    (path.startsWith('webpack:') && path.includes('/~/'))
  );
}

/** Of frames without `in_app`, those without a file and of Node before 16 (`internal/…`) are the runtime's. */
function isLikelyOwn(frame: Frame): boolean {
  const path = frame.abs_path ?? frame.filename ?? '';
  if (path === '') return frame.module !== undefined;
  return !NATIVE_PATHS.includes(path) && !path.startsWith('internal/');
}
