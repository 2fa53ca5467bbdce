import { limits, readFields, readJsonRecord, readList, readLooseText, readText } from '@seismo/protocol';
import type { Breadcrumb, Fields, Place } from '@seismo/protocol';
import { readSeconds } from './clock.ts';
import { fieldsOf } from './entries.ts';
import { readLevel } from './level.ts';

/** The newest breadcrumbs, oldest first, their times moved by the same shift as the event's. */
export function readBreadcrumbs(raw: Fields, place: Place, shiftS: number): Breadcrumb[] {
  const list = readList(raw, 'breadcrumbs', place);
  if (list === undefined) return [];
  const here = place.at('breadcrumbs').at('values');
  const countMax = limits.BREADCRUMB_COUNT_MAX;
  if (list.length > countMax) here.trimmed(list.length, countMax, 'breadcrumbs');
  return fieldsOf(list.slice(-countMax), here, countMax).map(([fields, at]) => readBreadcrumb(fields, at, shiftS));
}

function readBreadcrumb(raw: Fields, place: Place, shiftS: number): Breadcrumb {
  const breadcrumb: Breadcrumb = {};
  const timestamp = readSeconds(raw, 'timestamp', place);
  if (timestamp !== undefined) breadcrumb.timestamp = timestamp + shiftS;
  const type = readText(raw, 'type', place, limits.SHORT_NAME_CHARS_MAX);
  if (type) breadcrumb.type = type;
  const category = readText(raw, 'category', place, limits.SYMBOL_CHARS_MAX);
  if (category) breadcrumb.category = category;
  const level = readLevel(raw, place);
  if (level) breadcrumb.level = level;
  const message = readLooseText(raw, 'message', place, limits.MESSAGE_CHARS_MAX);
  if (message) breadcrumb.message = message;
  const data = readFields(raw, 'data', place);
  if (data) breadcrumb.data = readJsonRecord(data, place.at('data'), limits.BREADCRUMB_DATA_CHARS_MAX);
  return breadcrumb;
}
