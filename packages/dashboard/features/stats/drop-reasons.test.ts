import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { dropReasons } from './drop-reasons.ts';

const document = readFileSync(join(import.meta.dirname, '../../../../docs/outcomes.md'), 'utf8');

test.each(Object.entries(dropReasons))(
  'docs/outcomes.md and the page describe "%s" with the same sentence',
  (reason, { means, next }) => {
    expect(document.split('\n')).toContain(`| \`${reason}\` | ${means} | ${next} |`);
  },
);
