import { readdirSync, readFileSync } from 'node:fs';
import type { EventPayload, Grouping } from '@seismo/protocol';
import { describe, expect, it } from 'vitest';
import { groupings } from './group.ts';

const folder = new URL('../../../../../tests/golden/grouping/', import.meta.url);

interface Case {
  name: string;
  why: string;
  expect: 'same' | 'different';
  events: Partial<EventPayload>[];
}

function readJson<T>(path: string): T {
  return JSON.parse(readFileSync(new URL(path, folder), 'utf8')) as T;
}

const themes = readdirSync(new URL('cases/', folder)).toSorted();
const cases = themes.flatMap((theme) =>
  readJson<Case[]>(`cases/${theme}`).map((one) => ({ ...one, name: `${theme.replace('.json', '')}: ${one.name}` })),
);

/** Cases omit the fields that do not affect grouping. */
function complete(event: Partial<EventPayload>): EventPayload {
  const rest = { event_id: '0'.repeat(32), timestamp: 1, received: 1, platform: 'other', level: 'error' as const };
  return { ...rest, contexts: {}, tags: {}, extra: {}, _meta: [], ...event };
}

function holds(group: (event: EventPayload) => Grouping, { expect: wanted, events }: Case): boolean {
  const hashes = new Set(events.map((event) => group(complete(event)).hash));
  return hashes.size === (wanted === 'same' ? 1 : events.length);
}

describe.each(Object.entries(groupings))('grouping %s on the corpus', (version, group) => {
  const knownWrong = Object.keys(readJson<Record<string, string>>(`known-wrong-${version}.json`));

  it.each(cases)('$name → $expect', (one) => {
    const why = JSON.stringify(one.events.map((event) => group(complete(event)).components));
    expect(holds(group, one), why).toBe(!knownWrong.includes(one.name));
  });

  it('misses the known failures, which lowers its score', () => {
    const wrong = cases.filter((one) => !holds(group, one)).map(({ name }) => name);
    const score = cases.length - wrong.length;
    const percent = `${((100 * score) / cases.length).toFixed(1)} %`;
    console.log(`grouping ${version}: ${score} of ${cases.length} cases (${percent})`);
    expect(wrong).toEqual(knownWrong);
    // The docs have the same numbers.
    const row = `| ${version} | ${cases.length} | ${score} | ${percent} |`;
    for (const page of ['README.md', '../../../docs/grouping.md']) {
      expect(readFileSync(new URL(page, folder), 'utf8'), page).toContain(row);
    }
  });

  it('computes the same fingerprints as in its first version', () => {
    const pinned = readJson<Record<string, string[]>>(`pinned-${version}.json`);
    const made = cases.map((one) => [one.name, one.events.map((event) => group(complete(event)).hash)]);
    expect(Object.keys(pinned).length).toBeGreaterThanOrEqual(100);
    // Cases may be added; a pinned one never changes.
    expect(Object.fromEntries(made.filter(([name]) => String(name) in pinned))).toEqual(pinned);
  });

  it('explains in words which parts counted', () => {
    for (const one of cases) {
      for (const event of one.events) {
        const { components, summary } = group(complete(event));
        expect(summary).toMatch(/^Grouped .*\.$/);
        expect(components.length).toBeLessThanOrEqual(60);
        expect(components.some((component) => component.contributes)).toBe(true);
        for (const component of components) {
          expect(component.why).not.toBe('');
          expect(component.value.length).toBeLessThanOrEqual(200);
        }
      }
    }
  });
});

describe('the corpus', () => {
  it('has at least two hundred cases with names of their own', () => {
    expect(cases.length).toBeGreaterThanOrEqual(200);
    expect(new Set(cases.map((one) => one.name)).size).toBe(cases.length);
  });

  it('fails a grouping that joins everything and one that splits everything', () => {
    const constant = (): Grouping => ({ version: 'v1', hash: '0', method: 'message', summary: '', components: [] });
    let count = 0;
    const unique = (): Grouping => ({ ...constant(), hash: String(count++) });
    expect(cases.filter((one) => !holds(constant, one)).length).toBeGreaterThan(30);
    expect(cases.filter((one) => !holds(unique, one)).length).toBeGreaterThan(30);
  });
});
