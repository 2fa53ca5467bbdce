import type { Frame } from './items/event.ts';

/** Languages in which a function is called by its module or class: `com.example.shop.Stock.at`, `stock.Take`. */
const qualifying: ReadonlySet<string> = new Set(['java', 'kotlin', 'scala', 'csharp', 'fsharp', 'vb', 'go', 'python']);
/** Modules that are no more than "the file that was started". */
const unnamedModules: ReadonlySet<string> = new Set(['__main__', 'builtins']);
/** Languages whose SDKs send functions with their full path: `shop::stock::Stock::at`. */
const qualified: ReadonlySet<string> = new Set(['rust']);

/** The short name of the function, and whether it identifies the location without a file. */
export interface FrameName {
  name: string;
  isQualified: boolean;
}

/**
 * A path as its repository writes it. Turbopack writes the sources of server code as parts of a URL:
 * `app/%28main%29/cabins/%5Bid%5D/page.tsx`. Stored frames stay encoded, because grouping reads them.
 */
export function decodedPath(path: string): string {
  try {
    return path.includes('%') ? decodeURIComponent(path) : path;
  } catch {
    return path;
  }
}

/** The function of a frame as its language writes it, the offset in a binary without one, or an empty text. */
export function nameOfFrame(frame: Frame, platform: string): FrameName {
  const language = frame.platform ?? platform;
  const { module, image } = frame;
  const name = frame.function === undefined || frame.function === '?' ? '' : frame.function;
  if (name === '') return { name: image ? `${image.name} +${image.offset}` : '', isQualified: image !== undefined };
  if (qualified.has(language)) return { name, isQualified: true };
  if (!qualifying.has(language) || !module || unnamedModules.has(module)) return { name, isQualified: false };
  return { name: name.startsWith(`${module}.`) ? name : `${module}.${name}`, isQualified: true };
}
