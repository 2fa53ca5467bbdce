/**
 * The little of Markdown that comments need: paragraphs, lists, quotes, fenced and inline code, strong, emphasis, links.
 * A tree and never HTML: whatever is not understood stays the text that it is. Every reader goes forward only.
 */
export type Block =
  | { kind: 'paragraph' | 'quote'; of: Inline[] }
  | { kind: 'list'; items: Inline[][] }
  | { kind: 'code'; text: string };

export type Inline =
  | { kind: 'text' | 'code'; text: string }
  | { kind: 'strong' | 'em'; of: Inline[] }
  | { kind: 'link'; href: string; text: string };

export function readLightText(text: string): Block[] {
  const blocks: Block[] = [];
  const lines = text.split('\n');
  for (let at = 0; at < lines.length;) {
    const line = lines[at]!;
    if (line.trim() === '') at++;
    else if (line.startsWith('```')) {
      const end = lines.findIndex((each, index) => index > at && each.startsWith('```'));
      const to = end === -1 ? lines.length : end;
      blocks.push({ kind: 'code', text: lines.slice(at + 1, to).join('\n') });
      at = to + 1;
    } else {
      const kind = kindOf(line);
      let to = at;
      while (
        to < lines.length &&
        lines[to]!.trim() !== '' &&
        !lines[to]!.startsWith('```') &&
        kindOf(lines[to]!) === kind
      )
        to++;
      const these = lines.slice(at, to);
      if (kind === 'list') blocks.push({ kind, items: these.map((each) => readInline(each.slice(2))) });
      else
        blocks.push({
          kind,
          of: readInline(these.map((each) => (kind === 'quote' ? each.slice(1).trim() : each)).join('\n')),
        });
      at = to;
    }
  }
  return blocks;
}

function kindOf(line: string): 'list' | 'quote' | 'paragraph' {
  if (line.startsWith('- ') || line.startsWith('* ')) return 'list';
  return line.startsWith('>') ? 'quote' : 'paragraph';
}

const LINK = /https?:\/\/[^\s<>"`)\]]{1,2000}/y;
const NAMED_LINK = /\[([^\][\n]{1,300})\]\((https?:\/\/[^\s<>"`()]{1,2000})\)/y;

function readInline(text: string): Inline[] {
  const found: Inline[] = [];
  let plain = 0;
  const take = (from: number, to: number, inline: Inline) => {
    if (from > plain) found.push({ kind: 'text', text: text.slice(plain, from) });
    found.push(inline);
    plain = to;
    return to;
  };
  for (let at = 0; at < text.length;) {
    const character = text[at]!;
    if (character === '`') {
      const end = text.indexOf('`', at + 1);
      at = end > at + 1 ? take(at, end + 1, { kind: 'code', text: text.slice(at + 1, end) }) : at + 1;
    } else if (character === '*') {
      const mark = text.startsWith('**', at) ? '**' : '*';
      const end = text.indexOf(mark, at + mark.length);
      const inner = end === -1 ? '' : text.slice(at + mark.length, end);
      const holds = inner.trim() !== '' && inner === inner.trim() && inner.length <= 1000;
      if (!holds) at += mark.length;
      else {
        at = take(at, end + mark.length, {
          kind: mark === '**' ? 'strong' : 'em',
          of: [{ kind: 'text', text: inner }],
        });
      }
    } else if (character === '[') {
      NAMED_LINK.lastIndex = at;
      const [whole, name, href] = NAMED_LINK.exec(text) ?? [];
      at = whole === undefined ? at + 1 : take(at, at + whole.length, { kind: 'link', href: href!, text: name! });
    } else if (character === 'h') {
      LINK.lastIndex = at;
      const href = LINK.exec(text)?.[0].replace(/[.,;:!?]+$/, '');
      at = href === undefined ? at + 1 : take(at, at + href.length, { kind: 'link', href, text: href });
    } else at++;
  }
  if (plain < text.length) found.push({ kind: 'text', text: text.slice(plain) });
  return found;
}
