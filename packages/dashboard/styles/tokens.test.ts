import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const css = readFileSync(join(import.meta.dirname, 'tokens.css'), 'utf8');

interface Color {
  l: number;
  c: number;
  h: number;
}

/** Token name → its light and dark color. Translucent ones (the backdrop) are not text. */
const tokens = new Map<string, [light: Color, dark: Color]>();
const literal = String.raw`oklch\(([\d.]+) ([\d.]+) ([\d.]+)\)`;
for (const found of css.matchAll(new RegExp(`--([a-z0-9-]+): light-dark\\(${literal}, ${literal}\\);`, 'g'))) {
  const [l1, c1, h1, l2, c2, h2] = found.slice(2).map(Number) as [number, number, number, number, number, number];
  tokens.set(found[1]!, [
    { l: l1, c: c1, h: h1 },
    { l: l2, c: c2, h: h2 },
  ]);
}

/** OKLCH → relative luminance (CSS Color 4, WCAG 2.2). Channels outside sRGB are clamped, as a display does. */
function luminance({ l, c, h }: Color): number {
  const angle = (h * Math.PI) / 180;
  const a = c * Math.cos(angle);
  const b = c * Math.sin(angle);
  const l3 = (l + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m3 = (l - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s3 = (l - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const clamp = (value: number) => Math.min(1, Math.max(0, value));
  const red = clamp(4.0767416621 * l3 - 3.3077115913 * m3 + 0.2309699292 * s3);
  const green = clamp(-1.2684380046 * l3 + 2.6097574011 * m3 - 0.3413193965 * s3);
  const blue = clamp(-0.0041960863 * l3 - 0.7034186147 * m3 + 1.707614701 * s3);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string, theme: 0 | 1): number {
  const [first, second] = [one, other].map((name) => {
    const token = tokens.get(name);
    if (!token) throw new Error(`There is no token --${name}.`);
    return luminance(token[theme]);
  }) as [number, number];
  return (Math.max(first, second) + 0.05) / (Math.min(first, second) + 0.05);
}

const papers = ['sunken', 'paper', 'surface', 'hover', 'overlay', 'accent-wash'];
const levels = ['level-fatal', 'level-error', 'level-warning', 'level-info', 'level-debug'];
const inks = ['ink', 'ink-muted', 'ink-faint', 'accent', 'good', ...levels];
const texts = [
  ...papers.flatMap((paper) => inks.map((ink): [string, string] => [ink, paper])),
  ['on-accent', 'accent'],
  ['on-accent', 'accent-strong'],
  ['good', 'good-wash'],
  ['level-error', 'error-wash'],
  ['level-warning', 'warning-wash'],
  ['ink', 'error-wash'],
  ['ink', 'warning-wash'],
  ...['code-keyword', 'code-string', 'code-number', 'code-name', 'ink-faint'].flatMap((code): [string, string][] => [
    [code, 'sunken'],
    [code, 'error-wash'],
  ]),
] as [string, string][];
const markNames = [...Array.from({ length: 8 }, (_, index) => `series-${index + 1}`), 'bar', 'line-strong'];
const marks = papers.slice(0, 4).flatMap((paper) => markNames.map((mark): [string, string] => [mark, paper]));

test('text reads on everything it stands on: at least 4.5 to 1 in both themes', () => {
  const poor = texts.flatMap(([ink, paper]) =>
    ([0, 1] as const)
      .map((theme) => ({
        pair: `--${ink} on --${paper}, ${theme ? 'dark' : 'light'}`,
        ratio: contrast(ink, paper, theme),
      }))
      .filter(({ ratio }) => ratio < 4.5),
  );
  expect(poor).toEqual([]);
});

test('marks stand out: at least 3 to 1 in both themes', () => {
  const poor = marks.flatMap(([mark, paper]) =>
    ([0, 1] as const)
      .map((theme) => ({
        pair: `--${mark} on --${paper}, ${theme ? 'dark' : 'light'}`,
        ratio: contrast(mark, paper, theme),
      }))
      .filter(({ ratio }) => ratio < 3),
  );
  expect(poor).toEqual([]);
});

test('every color token is one pair of OKLCH literals', () => {
  const declared = [...css.matchAll(/^ {2}--([a-z0-9-]+):/gm)].map((found) => found[1]!);
  expect(declared.filter((name) => !tokens.has(name))).toEqual(['backdrop']);
});
