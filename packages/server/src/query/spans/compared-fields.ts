import { printTag, printTagName, printValue } from '#domain/search/print.ts';
import { spanFieldNamed } from '#domain/spans/span-field.ts';
import { attributeTypes, nameOfType, plainName, typeOfName } from '#domain/spans/typed-name.ts';
import type { SpanColumn } from '#domain/spans/span-condition.ts';
import type { SpanValue } from '#store/telemetry/queries/parts/span-values.ts';
import type { DifferingValue } from './views.ts';

/** A field whose values are compared. */
export interface ComparedField {
  /** As in searches. */
  name: string;
  value: SpanValue;
  unit: 'microsecond' | null;
  isNumber: boolean;
  isProject: boolean;
  /** A search that finds the spans with this value; `null` if none can. */
  termOf(value: DifferingValue['value']): string | null;
}

const plain = { unit: null, isNumber: false, isProject: false };

function columnField(name: string, column: SpanColumn): ComparedField & { column: string } {
  return { ...plain, name, column, value: { column }, termOf: termsOf(name, name) };
}

export const columnFields: readonly (ComparedField & { column: string })[] = [
  columnField('name', 'name'),
  columnField('span.op', 'op'),
  columnField('service.name', 'service'),
  columnField('transaction', 'segmentName'),
  columnField('span.status', 'status'),
  columnField('span.kind', 'kind'),
  columnField('release', 'release'),
  columnField('environment', 'environment'),
  {
    ...plain,
    name: 'project',
    column: 'projectId',
    isProject: true,
    value: { number: 'projectId' },
    termOf: termsOf('project', 'project'),
  },
  {
    name: 'span.duration',
    column: 'durationUs',
    unit: 'microsecond',
    isNumber: true,
    isProject: false,
    value: { number: 'durationUs' },
    termOf: termsOf('span.duration', 'span.duration', 'us'),
  },
];

/**
 * The attributes that can be compared: those that a search can name, and of names that differ in case only the first, because a query cannot
 * read both. `reserved` are those that it reads anyway.
 */
export function attributeFields(typedNames: readonly string[], reserved: readonly string[]): ComparedField[] {
  const spelled = new Map(reserved.map((name) => [name.toLowerCase(), name]));
  const listed = new Set(typedNames);
  return typedNames.flatMap((typed): ComparedField[] => {
    const name = plainName(typed);
    const types = attributeTypes.filter((type) => listed.has(nameOfType(name, type)));
    const key = keyOf(name, typed, types.length > 1);
    if (key === null || (spelled.get(typed.toLowerCase()) ?? typed) !== typed) return [];
    spelled.set(typed.toLowerCase(), typed);
    const isNumber = typeOfName(typed) === 'number';
    // "has:" finds all types, and columns first.
    const termOf = termsOf(key, types.length === 1 && isNamed(name, false, typed) ? name : null);
    return [{ ...plain, name: key, isNumber, value: { attribute: typed }, termOf }];
  });
}

/** How a search names an attribute. */
function keyOf(name: string, typed: string, withType: boolean): string | null {
  if (!isNamed(name, true, typed)) return null;
  if (withType) return printTagName(`${name},${typeOfName(typed)}`);
  return isNamed(name, false, typed) && name !== 'has' ? printTag(name) : printTagName(name);
}

function isNamed(key: string, isTag: boolean, typed: string): boolean {
  const field = spanFieldNamed(key, isTag);
  return field?.of === 'attribute' && field.typed[typeOfName(typed)] === typed;
}

/** Numbers as searches read them. */
const NUMBER = /^-?\d{1,15}(?:\.\d{1,9})?$/;

function termsOf(key: string, name: string | null, unit = ''): ComparedField['termOf'] {
  return (value) => {
    switch (value.of) {
      case 'text': {
        // An empty value finds spans without the attribute, too.
        if (value.text === '') return name === null ? null : `has:${printValue({ pieces: [name] })} ${key}:""`;
        return `${key}:${printValue({ pieces: value.isTrimmed ? [value.text, ''] : [value.text] })}`;
      }
      case 'numbers': {
        const [least, most] = [String(value.least), String(value.most)];
        if (!NUMBER.test(least) || !NUMBER.test(most)) return null;
        return least === most ? `${key}:${least}${unit}` : `${key}:>=${least}${unit} ${key}:<=${most}${unit}`;
      }
      case 'none':
        return name === null ? null : `!has:${printValue({ pieces: [name] })}`;
      case 'other':
        return null;
    }
  };
}
