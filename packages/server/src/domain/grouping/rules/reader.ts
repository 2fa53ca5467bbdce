import { limits } from '@seismo/protocol';
import { matcherKey, type Matcher, type MatcherKey, type Parsed, type Problem } from './syntax.ts';

/** An error at a position in a line; `parseLines` turns it into a problem. */
class RuleSyntaxError extends Error {
  readonly column: number;
  readonly length: number;
  constructor(column: number, length: number, message: string) {
    super(message);
    this.column = column;
    this.length = length;
  }
}

/** Reads one line of rules from left to right. */
export class LineReader {
  readonly text: string;
  at = 0;
  constructor(text: string) {
    this.text = text;
  }

  /** Whether anything is left but blanks. */
  get ended(): boolean {
    this.skipBlanks();
    return this.at >= this.text.length;
  }

  skipBlanks(): void {
    while (this.text[this.at] === ' ' || this.text[this.at] === '\t') this.at++;
  }

  /** Reads the word if it comes next. */
  takes(word: string): boolean {
    this.skipBlanks();
    if (!this.text.startsWith(word, this.at)) return false;
    this.at += word.length;
    return true;
  }

  /** Sticky patterns only. */
  match(pattern: RegExp): string | null {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text)?.[0] ?? null;
    if (found !== null) this.at += found.length;
    return found;
  }

  fail(message: string, from = this.at, length = Math.max(1, this.at - from)): never {
    throw new RuleSyntaxError(from + 1, length, message);
  }

  /** `"…"` with `\"`, `\\`, `\n`, `\r` and `\t`; `null` if the next character is not a quote. */
  quoted(): string | null {
    if (this.text[this.at] !== '"') return null;
    const from = this.at;
    let text = '';
    for (let at = from + 1; at < this.text.length; at++) {
      const sign = this.text[at]!;
      if (sign === '"') {
        this.at = at + 1;
        return text;
      }
      if (sign !== '\\') text += sign;
      else {
        const escaped = this.text[++at] ?? '';
        text += { n: '\n', r: '\r', t: '\t', '"': '"', '\\': '\\' }[escaped] ?? `\\${escaped}`;
      }
    }
    return this.fail('This quote is not closed.', from, this.text.length - from);
  }

  /** `key:pattern`, `!key:"a pattern"`. */
  matcher(known?: readonly MatcherKey[]): Matcher {
    this.skipBlanks();
    const negated = this.takes('!');
    const from = this.at;
    const name = this.text[from] === '"' ? (this.quoted() ?? '') : (this.match(/[\w.-]+/y) ?? '');
    if (name === '') this.fail('A condition is expected here, such as error.type:TypeError.', from, 1);
    const nameEnd = this.at;
    const key = matcherKey(name);
    if (!this.takes(':')) this.fail(`A colon and a pattern are expected after "${name}".`, this.at, 1);
    if (key === null) this.fail(`Unknown condition "${name}".`, from, nameEnd - from);
    if (known && !known.includes(key)) {
      this.fail(`"${name}" does not apply to frames. Use ${list(known)}.`, from, nameEnd - from);
    }
    const patternFrom = this.at;
    const pattern = this.quoted() ?? this.match(/\S+/y) ?? '';
    if (pattern === '') this.fail(`A pattern is expected after "${name}:".`, patternFrom, 1);
    if (pattern.length > limits.PATTERN_CHARS_MAX) {
      this.fail(`Use at most ${limits.PATTERN_CHARS_MAX} characters.`, patternFrom);
    }
    return { key, pattern, negated };
  }
}

function list(words: readonly string[]): string {
  return `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
}

/** Parses each line separately, so that an invalid line does not hide the problems of others. */
export function parseLines<Rule>(text: string, readRule: (line: LineReader, number: number) => Rule): Parsed<Rule> {
  const parsed: Parsed<Rule> = { rules: [], problems: [] };
  const note = (problem: Problem) => {
    if (parsed.problems.length < limits.RULE_PROBLEM_COUNT_MAX) parsed.problems.push(problem);
  };
  if (text.length > limits.RULES_CHARS_MAX) {
    note({ line: 1, column: 1, length: 1, message: `Use at most ${limits.RULES_CHARS_MAX} characters in total.` });
    return parsed;
  }
  for (const [index, written] of text.split(/\r\n|\r|\n/).entries()) {
    const line = index + 1;
    const reader = new LineReader(written);
    if (reader.ended || reader.takes('#')) continue;
    if (written.length > limits.RULE_LINE_CHARS_MAX) {
      const message = `Use at most ${limits.RULE_LINE_CHARS_MAX} characters per rule.`;
      note({ line, column: 1, length: 1, message });
      continue;
    }
    if (parsed.rules.length >= limits.RULE_COUNT_MAX) {
      note({ line, column: 1, length: written.length, message: `Enter at most ${limits.RULE_COUNT_MAX} rules.` });
      break;
    }
    try {
      parsed.rules.push(readRule(reader, line));
    } catch (error) {
      if (!(error instanceof RuleSyntaxError)) throw error;
      note({ line, column: error.column, length: error.length, message: error.message });
    }
  }
  return parsed;
}
