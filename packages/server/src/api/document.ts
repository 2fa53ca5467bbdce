import { z } from 'zod';
import { featurePaths, features } from './features.ts';
import { withoutEffectReason, type Shape } from './parameters.ts';
import { unwrapped } from './parse.ts';
import type { Route } from './router.ts';

/** The table in docs/api.md of features that answer 501. */
export function featuresTable(): string {
  const rows = Object.entries(features).map(([name, feature]) => {
    const paths = featurePaths(feature)
      .filter((path) => !alias.test(path) || !path.startsWith('/organizations'))
      .map((path) => `${path.replaceAll(/:(\w+)/g, '{$1}')}/`);
    const datasets = 'datasets' in feature ? [`\`dataset=\` ${codes(feature.datasets)}`] : [];
    return `| ${name} | ${feature.sentence} | ${[codes(paths), ...datasets].filter(Boolean).join('; ')} |`;
  });
  return ['| feature | answer | paths below `/api/0` |', '|---|---|---|', ...rows].join('\n');
}

/** Paths that docs/api.md lists as aliases. */
const alias = /^\/organizations\/:org\/issues\/:issue|^\/projects\/:org\/:project\/releases/;

/** The table in docs/api.md of the parameters of every route. */
export function readsTable(routes: readonly Route[]): string {
  const rows = new Map<string, string>();
  for (const { method, path, reads } of routes) {
    if (alias.test(path)) continue;
    const name = `${method} /api/0${path.replace(/\/$/, '')}/`.replaceAll(/:(\w+)/g, '{$1}');
    const cells = [
      list(reads.query ?? {}),
      reads.form ? `form: ${codes([...reads.form.files, ...reads.form.fields])}` : fieldsOf(reads.body),
      ignored({ ...reads.query, ...shapeOf(reads.body) }),
    ];
    if (cells.some((cell) => cell !== '')) rows.set(`\`${name}\``, `| ${cells.join(' | ')} |`);
  }
  return [
    '| route | query parameters | body fields | accepted without effect |',
    '|---|---|---|---|',
    ...[...rows].map(([name, cells]) => `| ${name} ${cells}`),
  ].join('\n');
}

function list(shape: Shape): string {
  const read = Object.entries(shape).filter(([, schema]) => withoutEffectReason(schema) === null);
  return read.map(([name, schema]) => `\`${name}\`${valuesOf(schema)}`).join(', ');
}

function ignored(shape: Shape): string {
  return Object.entries(shape)
    .flatMap(([name, schema]) => {
      const reason = withoutEffectReason(schema);
      return reason === null ? [] : `\`${name}\`: ${reason}`;
    })
    .join(' ');
}

function fieldsOf(body: z.ZodType | undefined): string {
  if (!body) return '';
  const at = unwrapped(body);
  if (at instanceof z.ZodRecord) return 'any names';
  return list(shapeOf(body));
}

function shapeOf(schema: z.ZodType | undefined): Shape {
  const at = schema && unwrapped(schema);
  return at instanceof z.ZodObject ? at.shape : {};
}

/** The allowed values, nested fields, and whether it may be repeated. */
function valuesOf(schema: z.ZodType): string {
  const at = unwrapped(schema);
  if (at instanceof z.ZodArray) {
    const inside = valuesOf(at.element as z.ZodType);
    return inside === '' ? '…' : `… ${inside.trim()}`;
  }
  if (at instanceof z.ZodObject) return ` (${list(at.shape)})`;
  if (at instanceof z.ZodEnum) return ` (${codes(at.options.map(String))})`;
  if (at instanceof z.ZodRecord && unwrapped(at.keyType as unknown as z.ZodType) instanceof z.ZodEnum) {
    return ` (${codes((at.keyType as z.ZodEnum).options.map(String))})`;
  }
  if (at instanceof z.ZodUnion) return at.options.map((option) => valuesOf(option as z.ZodType)).find(Boolean) ?? '';
  return '';
}

const codes = (names: readonly string[]) => names.map((name) => `\`${name}\``).join(', ');
