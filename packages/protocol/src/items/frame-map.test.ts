import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { mappingErrors } from './frame-map.ts';

const document = readFileSync(new URL('../../../../docs/source-maps-doctor.md', import.meta.url), 'utf8');

test('the document explains each reason in the words of the product, in the same order, and no other', () => {
  const sections = document.split(/^### /m).slice(1);
  expect(sections.map((section) => section.slice(0, section.indexOf('\n')))).toEqual(Object.keys(mappingErrors));
  for (const [index, { means, todo }] of Object.values(mappingErrors).entries()) {
    expect(sections[index]).toContain(means);
    expect(sections[index]).toContain(todo);
  }
});
