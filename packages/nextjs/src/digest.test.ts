import { readDigest } from '@seismo/protocol';
import { expect, test } from 'vitest';
import { digestOf } from './digest.ts';

test.each(['3131397831', '154953950@E12', 'ORDER/17#a+b', 'cart~2=x,y;z:1', 'x'.repeat(128)])(
  'the digest %s is sent, because Seismo reads it',
  (digest) => {
    expect(digestOf(Object.assign(new Error('x'), { digest }))).toBe(digest);
    expect(readDigest(digest)).toBe(digest);
  },
);

test.each(['', 'two words', 'x'.repeat(129), 'line\nbreak', 7, null, { toString: () => '7' }])(
  'the value %j is not sent, because it is not a digest',
  (digest) => {
    expect(digestOf(Object.assign(new Error('x'), { digest }))).toBeUndefined();
    if (typeof digest !== 'number') expect(readDigest(digest)).toBeNull();
  },
);
