/** A frame's file name without the parts that differ between builds, hosts and machines. */
export interface FileName {
  /** `cart/page`, `total`; empty if the name is generic (`main.3c5b1f4e.chunk.js`). */
  name: string;
  /** `axios` for anything below `node_modules/axios`. */
  packageName: string | null;
  /** Code that is never the application's, even if the SDK marks it so. */
  foreign: 'browser extension' | 'runtime internals' | 'native code' | 'package' | null;
}

const CHARS_MAX = 2048;
const PARENTS_MAX = 3;

const extension = /^(?:chrome|moz|safari|safari-web|webkit-masked|ms-browser)-extension:|^webkit-masked-url:/i;
const internals =
  /^(?:node:|internal\/|native |bun:|deno:|ext:|(?:webpack:\/\/.{0,80})?\/?webpack\/(?:bootstrap|runtime))/;
const sourceSuffix = /\.(?:d\.)?(?:[cm]?[jt]sx?|vue|svelte|astro|py|rb|php|go|rs|java|kt|cs|html?)$/i;

/** Names that every project has many of: they need their folder. */
const everywhere = new Set(
  'index page route layout template loading error not-found global-error default middleware proxy instrumentation main mod app server client actions action handler handlers utils util helpers types constants config lib +page +server +layout __init__ views models controller component'.split(
    ' ',
  ),
);
/** Folders at or above the root of a project, where the way up ends. */
const roots = new Set(
  'src app pages dist build out lib server client static assets js chunks public www html packages srv home opt usr var users workspace code repo'.split(
    ' ',
  ),
);
/** Bundles: one file contains the whole application, so its name identifies no location. */
const bundles = new Set(
  'index main app bundle vendor vendors runtime common commons framework polyfills chunk chunks client server script scripts main-app webpack turbopack'.split(
    ' ',
  ),
);

export function readFileName(raw: string): FileName {
  if (raw === '' || raw === '<anonymous>' || raw === '[native code]' || raw === 'native') {
    return { name: '', packageName: null, foreign: raw === '' || raw === '<anonymous>' ? null : 'native code' };
  }
  let path = raw.length > CHARS_MAX ? raw.slice(0, CHARS_MAX) : raw;
  if (extension.test(path)) return { name: '', packageName: null, foreign: 'browser extension' };
  if (internals.test(path)) return { name: '', packageName: null, foreign: 'runtime internals' };

  if (path.includes('\\')) path = path.replaceAll('\\', '/');
  const end = path.search(/[?#]/);
  if (end >= 0) path = path.slice(0, end);
  path = withoutOrigin(path);

  const packages = path.lastIndexOf('node_modules/');
  if (packages >= 0) {
    const parts = path.slice(packages + 'node_modules/'.length).split('/');
    const packageName = parts[0]?.startsWith('@') ? `${parts[0]}/${parts[1] ?? ''}` : (parts[0] ?? '');
    return { name: shorten(parts), packageName, foreign: 'package' };
  }
  return { name: shorten(path.split('/')), packageName: null, foreign: null };
}

/** Drops scheme, host, drive letter and the layer names that webpack and Turbopack put in front. */
function withoutOrigin(path: string): string {
  const scheme = path.indexOf('://');
  if (scheme > 0 && scheme < 24) {
    const host = path.indexOf('/', scheme + 3);
    path = host < 0 ? '' : path.slice(host + 1);
    if (path.startsWith('(')) path = path.slice(path.indexOf('/') + 1);
  }
  return path.replace(/^[a-z]:\//i, '');
}

function shorten(parts: string[]): string {
  const last = parts.at(-1) ?? '';
  const folder = parts.at(-2) ?? '';
  // Next.js names every chunk beside `app/` and `pages/` by hash or number; a name found there is the bundler's.
  if (folder === 'chunks') return '';
  const base = withoutHashes(last.replace(sourceSuffix, ''), folder);
  if (!everywhere.has(base)) return bundles.has(base) ? '' : base;
  const selectedParts = [base];
  for (let i = parts.length - 2; i >= 0 && selectedParts.length <= PARENTS_MAX; i--) {
    const parent = parts[i] ?? '';
    if (parent === '' || parent === '.' || roots.has(parent.toLowerCase()) || parent.endsWith(':')) break;
    const clean = /^[[(@]/.test(parent) ? parent : withoutHashes(parent, '');
    if (clean === '') break;
    selectedParts.unshift(clean);
    if (!everywhere.has(clean) && !/^[[(@]/.test(clean)) break;
  }
  return selectedParts.length === 1 && bundles.has(base) ? '' : selectedParts.join('/');
}

/** `index-BAp1j0GA` → `index`, `4bd1b696-d5e9c59feb02f560` → ``, `main.3c5b1f4e.chunk` → `main`, `jquery-3.6.0.min` → `jquery`. */
function withoutHashes(name: string, folder: string): string {
  // Rollup's hash is eight characters of base64url and may contain a dash; Vite adds it to every file below `assets/`.
  const rollup = /^(.*)[-.]([\w-]{8})$/.exec(name);
  if (rollup !== null && (folder === 'assets' || looksRandom(rollup[2] ?? ''))) name = rollup[1] ?? '';
  if (name.startsWith('chunk-')) return 'chunk';
  if (!/[\d.]/.test(name) && name.length < 8) return name;
  const selectedParts: string[] = [];
  for (const token of name.split(/([-._~])/)) {
    if (token.length === 1 && '-._~'.includes(token)) {
      if (selectedParts.length > 0) selectedParts.push(token);
      continue;
    }
    if (token === '' || token === 'min' || token === 'chunk' || /^v?\d+$/.test(token) || looksRandom(token)) {
      if (selectedParts.length > 0) selectedParts.pop();
      continue;
    }
    selectedParts.push(token);
  }
  while ('-._~'.includes(selectedParts.at(-1) ?? 'x')) selectedParts.pop();
  return selectedParts.join('');
}

/** Hex of eight and more; or letters and digits mixed as no word mixes them. */
function looksRandom(token: string): boolean {
  if (token.length < 5) return false;
  if (/^[0-9a-f]{8,}$/i.test(token)) return true;
  const digitRuns = token.match(/\d+/g)?.length ?? 0;
  if (digitRuns > 0 && /^[0-9a-f]+$/i.test(token)) return true;
  if (digitRuns === 0) return token.length === 8 && (token.match(/[a-z][A-Z]|[A-Z]{2}[a-z]/g)?.length ?? 0) >= 2;
  // `oauth2callback` and `step3` are words with a number; `D2w1Sk1R`, `o6qv7br` and `0rw4c8` are not.
  return (
    digitRuns > 1 ||
    /^\d+[a-z]{2}/i.test(token) ||
    (token.length >= 8 && /[a-z]\d*[A-Z]/.test(token) && /[A-Z]\d/.test(token))
  );
}
