import { isFields } from '@seismo/protocol';
import type { Fields, Place } from '@seismo/protocol';

/** Entries of a list that are objects; others are dropped and noted. */
export function fieldsOf(list: readonly unknown[], place: Place, countMax: number): [Fields, Place][] {
  const kept: [Fields, Place][] = [];
  for (let index = 0; index < list.length && kept.length < countMax; index += 1) {
    const value = list[index];
    if (isFields(value)) kept.push([value, place.at(index)]);
    else if (value !== null && value !== undefined) place.at(index).unexpected('an object', value);
  }
  return kept;
}
