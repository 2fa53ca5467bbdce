import { limits } from '@seismo/protocol';
import { parseLines, type LineReader } from '../grouping/rules/reader.ts';
import type { Parsed } from '../grouping/rules/syntax.ts';

/** Ownership rules: `path:src/checkout/* #checkout ada@example.com`, one per line, in Sentry's syntax. */
export interface OwnershipRule {
  line: number;
  /** As written. */
  text: string;
  type: 'path' | 'url' | 'module' | `tags.${string}`;
  pattern: string;
  /** `#team` or an email address; the first one that exists gets the issue. */
  owners: string[];
}

export function parseOwnership(text: string): Parsed<OwnershipRule> {
  return parseLines(text, readRule);
}

const KINDS = 'path:, url:, module: or tags.name:';

function readRule(reader: LineReader, line: number): OwnershipRule {
  const from = reader.at;
  const type = reader.match(/(?:path|url|module|tags\.[\w.-]{1,200})(?=:)/y) as OwnershipRule['type'] | null;
  if (type === null) {
    const word = reader.match(/[^\s:]+/y) ?? '';
    reader.fail(`Start a rule with ${KINDS}`, from, Math.max(1, word.length));
  }
  reader.at++;
  const patternFrom = reader.at;
  const pattern = reader.quoted() ?? reader.match(/\S+/y) ?? '';
  if (pattern === '') reader.fail(`A pattern is expected after "${type}:".`, patternFrom, 1);
  if (pattern.length > limits.PATTERN_CHARS_MAX) {
    reader.fail(`Use at most ${limits.PATTERN_CHARS_MAX} characters.`, patternFrom);
  }
  const owners: string[] = [];
  while (!reader.ended) {
    const ownerFrom = reader.at;
    const owner = reader.match(/\S+/y) ?? '';
    if (!/^(?:#[a-z0-9][a-z0-9_-]*|[^\s@#]+@[^\s@]+)$/i.test(owner)) {
      reader.fail('Enter a #team or an email address.', ownerFrom);
    }
    if (owners.length >= limits.OWNER_COUNT_MAX) {
      reader.fail(`Use at most ${limits.OWNER_COUNT_MAX} owners per rule.`, ownerFrom);
    }
    owners.push(owner.toLowerCase());
  }
  if (owners.length === 0) reader.fail('This rule has no owner. Add #team or an email address.', reader.at, 1);
  return { line, text: reader.text.trim().slice(0, limits.RULE_SUMMARY_CHARS_MAX), type, pattern, owners };
}
