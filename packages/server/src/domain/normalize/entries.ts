import { isFields, type Fields, type FieldLocation } from '@seismo/protocol';

/** Entries of a list that are objects; others are dropped and noted. */
export function fieldsOf(
  list: readonly unknown[],
  location: FieldLocation,
  countMax: number,
): [Fields, FieldLocation][] {
  const fields: [Fields, FieldLocation][] = [];
  for (let index = 0; index < list.length && fields.length < countMax; index += 1) {
    const value = list[index];
    if (isFields(value)) fields.push([value, location.at(index)]);
    else if (value !== null && value !== undefined) location.at(index).unexpected('an object', value);
  }
  return fields;
}
