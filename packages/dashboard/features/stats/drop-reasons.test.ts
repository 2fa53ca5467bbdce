import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { dropReasons } from './drop-reasons.ts';

const document = readFileSync(join(import.meta.dirname, '../../../../docs/outcomes.md'), 'utf8');

test.each(Object.entries(dropReasons))(
  'docs/outcomes.md says of "%s" what the page says',
  (reason, { means, next }) => {
    expect(document.split('\n')).toContain(`| \`${reason}\` | ${means} | ${next} |`);
  },
);
