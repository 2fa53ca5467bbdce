import type { Level } from '@seismo/protocol';
import type { Fact } from './words.ts';

/** HTML that is safe to insert as it is. `markup` escapes every other text. */
export interface Html {
  html: string;
}

/** Not called `html`: the formatter would add line breaks to the mail. */
export function markup(parts: TemplateStringsArray, ...values: readonly (string | Html | readonly Html[])[]): Html {
  const inserted = values.map((value) => {
    if (typeof value === 'string') return escaped(value);
    return [value].flat().reduce((all, { html }) => all + html, '');
  });
  return { html: parts.reduce((all, part, index) => all + inserted[index - 1]! + part) };
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character]!);
}

/** The colors of the dashboard (`tokens.css`): mail programs know neither variables nor `oklch`. */
export const light = {
  paper: '#f9f8f6',
  surface: '#fffefe',
  line: '#e1dfdc',
  ink: '#25211d',
  muted: '#59544f',
  accent: '#00686b',
  onAccent: '#f8fdfd',
  wash: '#fbefd6',
};
const dark: Record<keyof typeof light, string> = {
  paper: '#13110f',
  surface: '#1a1815',
  line: '#2c2a27',
  ink: '#e9e8e4',
  muted: '#adaaa6',
  accent: '#6acec8',
  onAccent: '#051213',
  wash: '#32230e',
};
const levelColors: Record<Level, { light: string; dark: string }> = {
  fatal: { light: '#9c005a', dark: '#f77cb0' },
  error: { light: '#c02621', dark: '#f87c6e' },
  warning: { light: '#955905', dark: '#efb656' },
  info: { light: '#2266a4', dark: '#79b8ed' },
  debug: { light: '#68625c', dark: '#a19e98' },
};

/** Programs that ignore this block show the inline colors, which are the light ones. */
const darkStyles = `@media (prefers-color-scheme: dark) {
.paper { background-color: ${dark.paper} !important }
.surface { background-color: ${dark.surface} !important }
.line { border-color: ${dark.line} !important }
.ink { color: ${dark.ink} !important }
.muted { color: ${dark.muted} !important }
.accent { color: ${dark.accent} !important }
.button { background-color: ${dark.accent} !important; color: ${dark.onAccent} !important }
.wash { background-color: ${dark.wash} !important }
.bar { background-color: ${dark.accent} !important }
${Object.entries(levelColors)
  .map(([level, color]) => `.${level} { color: ${color.dark} !important }`)
  .join('\n')}
}`;

export const sans = 'font-family:-apple-system,BlinkMacSystemFont,Segoe UI,Roboto,Helvetica,Arial,sans-serif';
export const mono = 'font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,monospace';
export const breaking = 'overflow-wrap:anywhere;word-break:break-word';
export const table = 'role="presentation" cellspacing="0" cellpadding="0" border="0"';

/** `why`: the reason for which the recipient gets it, as a sentence. */
export interface EmailParts {
  subject: string;
  text: string;
  content: Html;
  why: string;
}

export interface FooterLink {
  name: string;
  url: string;
}

/** `format-detection` keeps some programs from turning numbers and dates into links. */
export function pageHtml(subject: string, content: Html, why: string, links: FooterLink[]): string {
  return markup`<!doctype html>
<html lang="en" dir="ltr">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no, date=no, address=no, email=no, url=no">
<title>${subject}</title>
<style>
:root { color-scheme: light dark; supported-color-schemes: light dark }
${{ html: darkStyles }}
</style>
</head>
<body class="paper" style="margin:0;padding:0;background-color:${light.paper}">
<table ${{ html: table }} class="paper" width="100%" style="background-color:${light.paper}">
<tr><td align="center" style="padding:24px 12px">
<table ${{ html: table }} width="600" style="width:100%;max-width:600px;table-layout:fixed;text-align:left">
<tr><td class="muted" style="${sans};font-size:13px;line-height:20px;font-weight:600;color:${light.muted};padding:0 4px 12px">Seismo</td></tr>
<tr><td class="surface line" style="background-color:${light.surface};border:1px solid ${light.line};border-radius:8px;padding:24px 20px">
${content}
</td></tr>
<tr><td class="muted" style="${sans};font-size:12px;line-height:18px;color:${light.muted};padding:16px 4px 0;${breaking}">
${why}${links.map(footerLinkHtml)}
</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`.html;
}

function footerLinkHtml({ name, url }: FooterLink): Html {
  return markup`<br>
<a href="${url}" class="accent" style="color:${light.accent};text-decoration:underline">${name}</a>`;
}

export function entryHtml(entry: Linked, title: string, content: Html): Html {
  return markup`<div class="line" style="border-top:1px solid ${light.line};margin-top:16px;padding-top:14px">
<div style="${sans};font-size:15px;line-height:21px;font-weight:600;${breaking}">${linkHtml(entry, title, 'accent')}</div>
${content}
</div>
`;
}

export function titleHtml(entry: Linked, title: string): Html {
  return markup`<h1 style="${sans};margin:8px 0 0;font-size:20px;line-height:26px;font-weight:600;${breaking}">${linkHtml(entry, title)}</h1>`;
}

export function headingHtml(text: string): Html {
  return markup`<h1 class="ink" style="${sans};margin:0;font-size:20px;line-height:26px;font-weight:600;color:${light.ink};${breaking}">${text}</h1>`;
}

export function levelHtml(level: Level, text: string): Html {
  return markup`<span class="${level}" style="color:${levelColors[level].light};font-weight:600">${text}</span>`;
}

interface Linked {
  url: string;
}

/** Within this link, a text that looks like an address does not become a link of its own. */
export function linkHtml({ url }: Linked, text: string, color: 'accent' | 'ink' | 'muted' = 'ink'): Html {
  return markup`<a href="${url}" class="${color}" style="color:${light[color]};text-decoration:none">${text}</a>`;
}

export function mutedHtml(content: Html, style: string): Html {
  return markup`<div class="muted" style="${style};font-size:13px;line-height:20px;color:${light.muted};${breaking}">${content}</div>`;
}

export function sectionHtml(text: string): Html {
  return markup`<h2 class="ink" style="${sans};margin:24px 0 0;font-size:15px;line-height:21px;font-weight:600;color:${light.ink}">${text}</h2>`;
}

export function paragraphHtml(text: string): Html {
  return markup`<div class="ink" style="${sans};margin-top:8px;font-size:14px;line-height:21px;color:${light.ink}">${text}</div>`;
}

export function factsHtml(facts: Fact[], valueHtml: (name: string, value: string) => Html, nameWidth = 96): Html {
  const cell = `${sans};font-size:13px;line-height:20px;padding:3px 0;vertical-align:top`;
  const rows = facts.map(
    ([name, value]) => markup`
<tr><td class="muted" width="${String(nameWidth)}" style="${cell};color:${light.muted}">${name}</td>
<td class="ink" style="${cell};color:${light.ink};${breaking}">${valueHtml(name, value)}</td></tr>`,
  );
  return markup`<table ${{ html: table }} width="100%" style="margin-top:16px;table-layout:fixed">${rows}
</table>`;
}

export const noteHtml = (text: string): Html =>
  markup`<div class="wash ink" style="${sans};margin-top:12px;padding:8px 12px;border-radius:6px;background-color:${light.wash};color:${light.ink};font-size:13px;line-height:20px">${text}</div>`;

export function buttonHtml(text: string, url: string): Html {
  return markup`<table ${{ html: table }} style="margin-top:20px"><tr>
<td class="button" style="border-radius:6px;background-color:${light.accent}"><a href="${url}" class="button" style="${sans};display:inline-block;padding:10px 20px;border-radius:6px;background-color:${light.accent};color:${light.onAccent};font-size:14px;line-height:20px;font-weight:600;text-decoration:none">${text}</a></td>
</tr></table>`;
}

export function secondLinkHtml(text: string, url: string): Html {
  return markup`<div style="${sans};margin-top:12px;font-size:14px;line-height:20px"><a href="${url}" class="accent" style="color:${light.accent};text-decoration:underline">${text}</a></div>`;
}

export function moreHtml(more: string, alertsUrl: string): Html {
  return markup`<div class="line" style="${sans};border-top:1px solid ${light.line};margin-top:16px;padding-top:14px;font-size:14px;line-height:20px"><a href="${alertsUrl}" class="accent" style="color:${light.accent};text-decoration:underline">${more}</a></div>`;
}
