import { expect, test } from 'vitest';
import { pictureType } from './picture-type.ts';

const bytes = (text: string) => Uint8Array.from(text, (sign) => sign.charCodeAt(0));

test.each([
  ['\x89PNG\r\n\x1a\n...', 'image/png'],
  ['\xff\xd8\xff\xe0', 'image/jpeg'],
  ['GIF89a', 'image/gif'],
  ['RIFF....WEBPVP8 ', 'image/webp'],
  ['RIFF....WAVEfmt ', null],
  ['<svg onload="alert(1)">', null],
  ['<!doctype html>', null],
  ['\x89PN', null],
  ['', null],
])('%j is %s', (text, type) => {
  expect(pictureType(bytes(text))).toBe(type);
});
