/** A copy, so that nobody changes the store by what they were given. */
export function copy<T>(value: T): T {
  return structuredClone(value);
}

/** A copy without what only the store knows. */
export function without<T extends object, Key extends keyof T>(value: T, key: Key): Omit<T, Key> {
  const rest = structuredClone(value);
  delete (rest as Partial<T>)[key];
  return rest;
}

/** What a table's unique index does. */
export function demandNew(isNew: boolean, what: string): void {
  if (!isNew) throw new Error(`There is such a ${what} already (unique).`);
}
