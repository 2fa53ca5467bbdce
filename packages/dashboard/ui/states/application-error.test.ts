import { expect, test } from 'vitest';
import { applicationError } from './application-error.ts';

test('the generic fallback has the known wording (observed.md row 4)', () => {
  expect(applicationError('app.example', undefined)).toBe(
    'Application error: a client-side exception has occurred while loading app.example (see the browser console for more information).',
  );
  expect(applicationError('app.example', '154953950')).toBe(
    'Application error: a server-side exception has occurred while loading app.example (see the server logs for more information).',
  );
});
