import { markWord, type CodeKind, type CodePiece } from './source-code.ts';

/** In `styles/app.css`, under `.source-lines`; short names, because a page has a thousand of them, twice. */
const colors: Record<CodeKind, string> = {
  plain: '',
  keyword: 'k',
  string: 's',
  number: 'n',
  comment: 'c',
  name: 'i',
};

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

const escaped = (text: string): string => text.replaceAll(/[&<>"']/g, (sign) => entities[sign]!);

/**
 * Renders the lines as a string of HTML list items: as React elements, the thousand colored pieces of a stack were a
 * third of the cost of the issue page.
 */
export function sourceHtml(
  lines: readonly CodePiece[][],
  { start, failing, column }: { start: number; failing: number; column: number | undefined },
): string {
  return lines
    .map((pieces, index) => {
      const fails = index === failing;
      const code = markWord(pieces, fails ? column : undefined).map(({ text, kind, marked }) => {
        const names = [colors[kind], marked ? 'here' : ''].filter(Boolean).join(' ');
        return names === '' ? escaped(text) : `<span class='${names}'>${escaped(text)}</span>`;
      });
      const item = fails ? "<li aria-current='true'>" : '<li>';
      return `${item}<span>${start + index}</span><code>${code.join('') || ' '}</code></li>`;
    })
    .join('');
}
