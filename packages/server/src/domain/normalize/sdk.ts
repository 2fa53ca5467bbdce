import {
  fitText,
  isFields,
  isSafeKey,
  limits,
  readFields,
  readJsonRecord,
  readList,
  readLooseText,
  readText,
} from '@seismo/protocol';
import type { EventPayload, Fields, FieldLocation } from '@seismo/protocol';
import { fieldsOf } from './entries.ts';
import { readPairs } from './pairs.ts';

type Sdk = NonNullable<EventPayload['sdk']>;

export function readSdk(raw: Fields, location: FieldLocation): Sdk | undefined {
  const fields = readFields(raw, 'sdk', location);
  if (!fields) return undefined;
  const here = location.at('sdk');
  const sdk: Sdk = {};
  const name = readText(fields, 'name', here, limits.SYMBOL_CHARS_MAX);
  if (name) sdk.name = name;
  const version = readText(fields, 'version', here, limits.SYMBOL_CHARS_MAX);
  if (version) sdk.version = version;
  const integrations = readList(fields, 'integrations', here);
  if (integrations) sdk.integrations = readNames(integrations, here.at('integrations'));
  const packages = readList(fields, 'packages', here);
  if (packages) sdk.packages = readPackages(packages, here.at('packages'));
  return sdk;
}

function readNames(list: readonly unknown[], location: FieldLocation): string[] {
  const countMax = limits.VALUE_BREADTH_MAX;
  if (list.length > countMax) location.trimmed(list.length, countMax, 'entries');
  const names: string[] = [];
  for (const name of list.slice(0, countMax)) {
    if (typeof name === 'string') names.push(fitText(name, location, names.length, limits.SYMBOL_CHARS_MAX));
  }
  return names;
}

function readPackages(list: readonly unknown[], location: FieldLocation): { name: string; version: string }[] {
  return fieldsOf(list, location, limits.VALUE_BREADTH_MAX).map(([fields, at]) => ({
    name: readText(fields, 'name', at, limits.SYMBOL_CHARS_MAX) ?? '',
    version: readLooseText(fields, 'version', at, limits.SYMBOL_CHARS_MAX) ?? '',
  }));
}

export function readModules(raw: Fields, location: FieldLocation): Record<string, string> | undefined {
  const fields = readFields(raw, 'modules', location);
  if (!fields) return undefined;
  const modules: Record<string, string> = {};
  const here = location.at('modules');
  for (const [name, version] of readPairs(fields, here, limits.MODULE_COUNT_MAX, limits.SYMBOL_CHARS_MAX))
    if (isSafeKey(name, here)) modules[name] = version;
  return modules;
}

/** Which source map or debug file belongs to which file of the stack. */
export function readDebugMeta(raw: Fields, location: FieldLocation): EventPayload['debug_meta'] {
  const fields = readFields(raw, 'debug_meta', location);
  const list = fields ? readList(fields, 'images', location.at('debug_meta')) : undefined;
  if (!list) return undefined;
  const here = location.at('debug_meta').at('images');
  if (list.length > limits.DEBUG_IMAGE_COUNT_MAX) here.trimmed(list.length, limits.DEBUG_IMAGE_COUNT_MAX, 'images');
  const images = fieldsOf(list, here, limits.DEBUG_IMAGE_COUNT_MAX);
  return { images: images.map(([image, at]) => readJsonRecord(image, at, limits.PATH_CHARS_MAX)) };
}

/** An empty list means the default grouping, as no list does. */
export function readFingerprint(raw: Fields, location: FieldLocation): string[] | undefined {
  const value = raw['fingerprint'];
  if (value === undefined || value === null) return undefined;
  const here = location.at('fingerprint');
  if (isFields(value)) {
    here.unexpected('a list', value);
    return undefined;
  }
  const list: unknown[] = Array.isArray(value) ? value : [value];
  if (list.length > limits.FINGERPRINT_PART_COUNT_MAX) {
    here.trimmed(list.length, limits.FINGERPRINT_PART_COUNT_MAX, 'parts');
  }
  const parts: string[] = [];
  list.slice(0, limits.FINGERPRINT_PART_COUNT_MAX).forEach((_, index) => {
    const part = readLooseText(list as unknown as Fields, String(index), here, limits.FINGERPRINT_PART_CHARS_MAX);
    if (part !== undefined) parts.push(part);
  });
  return parts.length > 0 ? parts : undefined;
}
