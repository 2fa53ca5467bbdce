import type { Frame } from '@seismo/protocol';
import type { Parser, Tree } from '@lezer/common';
import { highlightCode, tagHighlighter, tags } from '@lezer/highlight';

/**
 * Syntax highlighting, on the server. Uses parsers, not regular expressions: they accept incomplete code and run in
 * small steps, so that a hostile line cannot exceed the time budget.
 */
export type CodeKind = 'plain' | 'keyword' | 'string' | 'number' | 'comment' | 'name';

export interface CodePiece {
  text: string;
  kind: CodeKind;
}

/** The time for coloring, shared by the frames of a stack. */
export interface Budget {
  leftMs: number;
}

const kinds = tagHighlighter([
  { tag: [tags.keyword, tags.modifier, tags.operatorKeyword, tags.self, tags.null, tags.bool], class: 'keyword' },
  { tag: [tags.string, tags.special(tags.string), tags.regexp, tags.character, tags.attributeValue], class: 'string' },
  { tag: [tags.number, tags.escape, tags.unit], class: 'number' },
  { tag: [tags.comment, tags.lineComment, tags.blockComment, tags.meta], class: 'comment' },
  {
    tag: [
      tags.typeName,
      tags.className,
      tags.tagName,
      tags.function(tags.variableName),
      tags.function(tags.propertyName),
      tags.definition(tags.variableName),
    ],
    class: 'name',
  },
]);

/** Loaded when first needed. JSX is not read in `.ts`, where `<T>x` is a cast. */
const loaders = {
  ts: async () => (await import('@lezer/javascript')).parser.configure({ dialect: 'ts' }),
  tsx: async () => (await import('@lezer/javascript')).parser.configure({ dialect: 'ts jsx' }),
  python: async () => (await import('@lezer/python')).parser,
  php: async () => (await import('@lezer/php')).parser.configure({ top: 'Program' }),
  java: async () => (await import('@lezer/java')).parser,
  go: async () => (await import('@lezer/go')).parser,
  rust: async () => (await import('@lezer/rust')).parser,
} satisfies Record<string, () => Promise<Parser>>;

export type Language = keyof typeof loaders;
export type Parsers = ReadonlyMap<Language, Parser>;

/** For all frames of an event together: each deferred part of a page has an overhead larger than its content. */
export async function parsersFor(languages: Iterable<Language>): Promise<Parsers> {
  const loaded = [...new Set(languages)].map(async (name) => [name, await loaders[name]()] as const);
  return new Map(await Promise.all(loaded));
}

const byEnding: Record<string, Language> = {
  ts: 'ts',
  mts: 'ts',
  cts: 'ts',
  js: 'tsx',
  jsx: 'tsx',
  mjs: 'tsx',
  cjs: 'tsx',
  tsx: 'tsx',
  vue: 'tsx',
  svelte: 'tsx',
  py: 'python',
  php: 'php',
  java: 'java',
  kt: 'java',
  go: 'go',
  rs: 'rust',
};

const byPlatform: Record<string, Language> = { javascript: 'tsx', node: 'tsx', python: 'python', php: 'php', go: 'go' };

/** The language of a frame's source; `null` if unknown. */
export function languageOf({ filename, abs_path: path, platform }: Frame, eventPlatform: string): Language | null {
  const name = (filename ?? path ?? '').replace(/[?#].*$/s, '');
  const ending = /\.([a-z]{2,6})$/i.exec(name.slice(-8))?.[1]?.toLowerCase();
  if (ending !== undefined && Object.hasOwn(byEnding, ending)) return byEnding[ending]!;
  const platformName = platform ?? eventPlatform;
  return ending === undefined && Object.hasOwn(byPlatform, platformName) ? byPlatform[platformName]! : null;
}

/** CPU time of this thread, independent of other load. */
function threadCpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

/** A step takes some microseconds, and reading the clock half of one. */
const STEPS_PER_CHECK = 16;

/** Splits lines into pieces of one color; one plain piece per line without a parser or time left. */
export function coloredLines(
  lines: readonly string[],
  parser: Parser | undefined,
  budget: Budget,
  now: () => number = threadCpuMs,
): CodePiece[][] {
  const code = lines.join('\n');
  const plain = () => lines.map((text): CodePiece[] => [{ text, kind: 'plain' }]);
  if (parser === undefined || budget.leftMs <= 0 || code.split('\n').length !== lines.length) return plain();
  const startMs = now();
  try {
    const parse = parser.startParse(code);
    let tree = parse.advance();
    for (let step = 1; !tree && (step % STEPS_PER_CHECK !== 0 || now() - startMs < budget.leftMs); step++) {
      tree = parse.advance();
    }
    return tree ? pieces(code, tree) : plain();
  } catch (error) {
    // Trees are walked by recursion, and a deep one can exceed the stack.
    if (error instanceof RangeError) return plain();
    throw error;
  } finally {
    budget.leftMs -= now() - startMs;
  }
}

function pieces(code: string, tree: Tree): CodePiece[][] {
  const found: CodePiece[][] = [[]];
  const put = (text: string, classes: string) => {
    const kind = (classes.split(' ', 1)[0] || 'plain') as CodeKind;
    const line = found.at(-1)!;
    const before = line.at(-1);
    if (before?.kind === kind) before.text += text;
    else line.push({ text, kind });
  };
  highlightCode(code, tree, kinds, put, () => found.push([]));
  return found;
}

export type MarkedPiece = CodePiece & { marked: boolean };

/** The word that begins at the column, marked. SDKs count columns from one. */
export function markWord(pieces: CodePiece[], column: number | undefined): MarkedPiece[] {
  const text = pieces.map((piece) => piece.text).join('');
  // In a cut line the position of the column is unknown.
  const isKnown = column !== undefined && column >= 1 && column <= text.length && !text.includes('{snip}');
  const from = isKnown ? column - 1 : text.length;
  const word = /^[\w$]+/.exec(text.slice(from))?.[0] ?? text.slice(from, from + 1);
  const to = from + word.length;
  let at = 0;
  return pieces.flatMap(({ text: whole, kind }) => {
    const start = at;
    at += whole.length;
    const cut = (one: number, other: number, marked: boolean): MarkedPiece[] => {
      const piece = whole.slice(Math.max(0, one - start), Math.max(0, other - start));
      return piece === '' ? [] : [{ text: piece, kind, marked }];
    };
    return [...cut(start, from, false), ...cut(from, to, true), ...cut(to, at, false)];
  });
}
