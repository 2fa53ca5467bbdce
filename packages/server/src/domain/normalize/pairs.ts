import { fitText, isFields, type FieldLocation } from '@seismo/protocol';

/**
 * Names with values in all formats of clients: an object, a list of `[name, value]`, or a list of `{key, value}`. Other
 * values become text; `null` is left out.
 */
export function readPairs(
  value: unknown,
  location: FieldLocation,
  countMax: number,
  charsMax: number,
): [string, string][] {
  const pairs: [string, string][] = [];
  const entries = Array.isArray(value) ? value : isFields(value) ? Object.keys(value) : [];
  if (entries.length > countMax) location.trimmed(entries.length, countMax, 'entries');
  const count = Math.min(entries.length, countMax);
  for (let index = 0; index < count; index += 1) {
    const entry: unknown = entries[index];
    const [name, text] = isFields(value)
      ? [entry, value[entry as string]]
      : Array.isArray(entry)
        ? entry
        : isFields(entry)
          ? [entry['key'], entry['value']]
          : [undefined, undefined];
    if (typeof name !== 'string' || name === '') {
      if (entry !== null) location.at(index).note('dropped', 'expected a name and a value');
      continue;
    }
    const read = textOf(text, location, name, charsMax);
    if (read !== undefined) pairs.push([fitText(name, location, name, charsMax), read]);
  }
  return pairs;
}

function textOf(value: unknown, location: FieldLocation, name: string, charsMax: number): string | undefined {
  switch (typeof value) {
    case 'string':
      return fitText(value, location, name, charsMax);
    case 'boolean':
    case 'number':
      if (Number.isNaN(value)) break;
      return String(value);
    case 'object':
      if (value === null) return undefined;
      // `{accept: ['a', 'b']}`: a repeated header.
      if (Array.isArray(value) && value.length <= countOfRepeats && value.every((part) => typeof part === 'string')) {
        return fitText(value.join(', '), location, name, charsMax);
      }
      break;
    case 'undefined':
      return undefined;
    default:
  }
  location.at(name).unexpected('a string', value);
  return undefined;
}

const countOfRepeats = 20;
