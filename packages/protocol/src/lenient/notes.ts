import type { MetaNote } from '../items/event.ts';
import { META_NOTE_COUNT_MAX } from '../limits.ts';

const OVERFLOW = /^and (\d+) more$/;
const SEGMENT_CHARS_MAX = 64;

/** Collects notes about dropped and trimmed data, up to a limit: then one last note counts the rest. */
export class Notes {
  readonly list: MetaNote[];
  #overflow = 0;

  /** Continues the list of an earlier collector. */
  constructor(list: MetaNote[] = []) {
    this.list = list;
    const counted = list.length > META_NOTE_COUNT_MAX ? OVERFLOW.exec(list.at(-1)!.why) : null;
    if (counted) this.#overflow = Number(counted[1]);
  }

  add(location: FieldLocation, kind: MetaNote['kind'], why: string): void {
    if (this.list.length < META_NOTE_COUNT_MAX) {
      this.list.push({ path: location.path(), kind, why });
      return;
    }
    this.#overflow += 1;
    this.list[META_NOTE_COUNT_MAX] = { path: '', kind, why: `and ${this.#overflow} more` };
  }
}

/** A reader's position in the payload. The dotted path is only built for a note. */
export class FieldLocation {
  readonly notes: Notes;
  readonly up: FieldLocation | null;
  readonly key: string | number;

  constructor(notes: Notes, up: FieldLocation | null = null, key: string | number = '') {
    this.notes = notes;
    this.up = up;
    this.key = key;
  }

  at(key: string | number): FieldLocation {
    return new FieldLocation(this.notes, this, key);
  }

  path(): string {
    const own = String(this.key).slice(0, SEGMENT_CHARS_MAX).toWellFormed();
    const above = this.up?.path() ?? '';
    return above === '' ? own : `${above}.${own}`;
  }

  note(kind: MetaNote['kind'], why: string): void {
    this.notes.add(this, kind, why);
  }

  /** `expected a string, got a number`: never the value itself, which may be a secret. */
  unexpected(expected: string, value: unknown): void {
    this.note('dropped', `expected ${expected}, got ${kindOf(value)}`);
  }

  trimmed(had: number, kept: number, unit: string): void {
    this.note('trimmed', `${grouped(had)} ${unit}, ${grouped(kept)} kept`);
  }
}

function kindOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'number' && !Number.isFinite(value)) return 'a number out of range';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}

/** `12,311`. `toLocaleString` would cost more than reading the field did. */
function grouped(count: number): string {
  return count < 1000 ? String(count) : String(count).replace(/\B(?=(?:\d{3})+$)/g, ',');
}
