import { expect, test } from 'vitest';
import { readUploadName, writeUploadName } from './upload-name.ts';

test('an upload is found by its name for any release', () => {
  for (const release of ['', 'shop@1.0', 'a~b/c d', '%7E', 'ünï?#&']) {
    for (const dist of ['', 'web~1']) {
      const name = { bundleId: 7, release, dist };
      expect(readUploadName(writeUploadName(name))).toEqual(name);
    }
  }
});

test('an invalid name is rejected', () => {
  for (const text of [undefined, '', '7', '7~a', 'x~a~b', '7~%~b', '7~a~b~c', '9'.repeat(16) + '~a~b']) {
    expect(readUploadName(text), text).toBeNull();
  }
});
