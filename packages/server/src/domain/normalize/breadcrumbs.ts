import { limits, readFields, readJsonRecord, readList, readLooseText, readText } from '@seismo/protocol';
import type { Breadcrumb, Fields, FieldLocation } from '@seismo/protocol';
import { readSeconds } from './clock.ts';
import { fieldsOf } from './entries.ts';
import { readLevel } from './level.ts';

/** The newest breadcrumbs, oldest first, their times moved by the same shift as the event's. */
export function readBreadcrumbs(raw: Fields, location: FieldLocation, shiftS: number): Breadcrumb[] {
  const list = readList(raw, 'breadcrumbs', location);
  if (list === undefined) return [];
  const here = location.at('breadcrumbs').at('values');
  const countMax = limits.BREADCRUMB_COUNT_MAX;
  if (list.length > countMax) here.trimmed(list.length, countMax, 'breadcrumbs');
  return fieldsOf(list.slice(-countMax), here, countMax).map(([fields, at]) => readBreadcrumb(fields, at, shiftS));
}

function readBreadcrumb(raw: Fields, location: FieldLocation, shiftS: number): Breadcrumb {
  const breadcrumb: Breadcrumb = {};
  const timestamp = readSeconds(raw, 'timestamp', location);
  if (timestamp !== undefined) breadcrumb.timestamp = timestamp + shiftS;
  const type = readText(raw, 'type', location, limits.SHORT_NAME_CHARS_MAX);
  if (type) breadcrumb.type = type;
  const category = readText(raw, 'category', location, limits.SYMBOL_CHARS_MAX);
  if (category) breadcrumb.category = category;
  const level = readLevel(raw, location);
  if (level) breadcrumb.level = level;
  const message = readLooseText(raw, 'message', location, limits.MESSAGE_CHARS_MAX);
  if (message) breadcrumb.message = message;
  const data = readFields(raw, 'data', location);
  if (data) breadcrumb.data = readJsonRecord(data, location.at('data'), limits.BREADCRUMB_DATA_CHARS_MAX);
  return breadcrumb;
}
