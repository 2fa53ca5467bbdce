import { limits } from '@seismo/protocol';
import { LineReader, parseLines } from './reader.ts';
import { isVariable, type FingerprintRule, type Matcher, type Parsed, type Template } from './syntax.ts';

/** `error.type:DatabaseError message:"*timeout*" -> database-timeout {{ transaction }} title="Database is slow"` */
export function parseFingerprintRules(text: string): Parsed<FingerprintRule> {
  return parseLines(text, readRule);
}

function readRule(reader: LineReader, line: number): FingerprintRule {
  const matchers: Matcher[] = [];
  while (!reader.takes('->')) {
    if (reader.ended) reader.fail('An arrow "->" and a fingerprint are expected here.');
    if (matchers.length >= limits.RULE_MATCHER_COUNT_MAX) {
      reader.fail(`Use at most ${limits.RULE_MATCHER_COUNT_MAX} conditions per rule.`);
    }
    matchers.push(reader.matcher());
  }
  if (matchers.length === 0) reader.fail('A condition is expected before the arrow.', 0, reader.at);
  const fingerprint: Template[] = [];
  let title: Template | null = null;
  while (!reader.ended) {
    const from = reader.at;
    const attribute = reader.match(/[\w.-]+=(?=")/y);
    if (attribute !== null) {
      if (attribute !== 'title=') reader.fail(`Unknown attribute "${attribute.slice(0, -1)}". Use title="…".`, from);
      if (title !== null) reader.fail('A rule sets one title.', from);
      title = templateOf(reader.quoted() ?? '', reader, from);
    } else {
      if (fingerprint.length >= limits.FINGERPRINT_PART_COUNT_MAX) {
        reader.fail(`Use at most ${limits.FINGERPRINT_PART_COUNT_MAX} parts.`, from);
      }
      fingerprint.push(readPart(reader));
    }
    reader.takes(',');
  }
  if (fingerprint.length === 0) reader.fail('A fingerprint is expected after the arrow, such as {{ default }}.');
  return { line, text: reader.text.trim(), matchers, fingerprint, title };
}

function readPart(reader: LineReader): Template {
  const from = reader.at;
  const quoted = reader.quoted();
  const text = quoted ?? reader.match(/\{\{\s*\S+?\s*\}\}|[^\s{,]+/y);
  if (text === null || text === '')
    reader.fail('A text or a variable such as {{ error.type }} is expected here.', from, 1);
  const template = templateOf(text, reader, from);
  if (template.length > 1 && template.some((part) => typeof part !== 'string' && part.variable === 'default')) {
    reader.fail('Put {{ default }} on its own, not inside text.', from);
  }
  return template;
}

const VARIABLE = /\{\{\s*([^\s{}]+)\s*\}\}/g;

function templateOf(text: string, reader: LineReader, from: number): Template {
  const template: Template = [];
  let done = 0;
  for (const found of text.matchAll(VARIABLE)) {
    const variable = found[1]!;
    if (!isVariable(variable)) reader.fail(`Unknown variable {{ ${variable} }}.`, from);
    if (found.index > done) template.push(text.slice(done, found.index));
    template.push({ variable });
    done = found.index + found[0].length;
  }
  if (done < text.length || template.length === 0) template.push(text.slice(done));
  return template;
}

/** Prints rules; `parseFingerprintRules` reads them back unchanged. */
export function printFingerprintRules(rules: readonly FingerprintRule[]): string {
  return rules.map(printRule).join('\n');
}

function printRule({ matchers, fingerprint, title }: FingerprintRule): string {
  const attributes = title === null ? [] : [`title=${quote(textOf(title))}`];
  return [...matchers.map(printMatcher), '->', ...fingerprint.map(printPart), ...attributes].join(' ');
}

function printPart(template: Template): string {
  const [only] = template;
  return template.length === 1 && typeof only === 'object' ? textOf(template) : quote(textOf(template));
}

function textOf(template: Template): string {
  return template.map((part) => (typeof part === 'string' ? part : `{{ ${part.variable} }}`)).join('');
}

export function printMatcher({ key, pattern, negated }: Matcher): string {
  return `${negated ? '!' : ''}${/^[\w.-]+$/.test(key) ? key : quote(key)}:${quote(pattern)}`;
}

function quote(text: string): string {
  const escaped = text
    .replaceAll('\\', '\\\\')
    .replaceAll('"', '\\"')
    .replaceAll('\n', '\\n')
    .replaceAll('\r', '\\r')
    .replaceAll('\t', '\\t');
  return `"${escaped}"`;
}
