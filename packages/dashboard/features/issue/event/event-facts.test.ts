import type { EventPayload } from '@seismo/protocol';
import { expect, test } from 'vitest';
import { eventFacts, isPartOfTag } from './event-facts.ts';

const event = (given: Partial<EventPayload>) => ({ contexts: {}, ...given }) as EventPayload;

test('user, browser and system are named in a word each, without missing ones', () => {
  const contexts = {
    browser: { name: 'Chrome', version: '146.0.0.0' },
    os: { name: 'Android', version: '16' },
    device: { family: 'Pixel', model: 'Pixel 9' },
    runtime: { name: { odd: true }, version: '' },
  };
  expect(eventFacts(event({ contexts, user: { id: 'u-7', email: 'ana@shop.example' } }))).toEqual([
    { kind: 'user', text: 'ana@shop.example' },
    { kind: 'browser', text: 'Chrome 146.0.0.0' },
    { kind: 'system', text: 'Android 16' },
    { kind: 'device', text: 'Pixel 9' },
  ]);
  expect(eventFacts(event({ user: { ip_address: '10.0.0.1' } }))).toEqual([{ kind: 'user', text: '10.0.0.1' }]);
  expect(eventFacts(event({}))).toEqual([]);
});

test('a tag that repeats a part of another one is left out', () => {
  const tags = { browser: 'Chrome 141', 'browser.name': 'Chrome', os: 'macOS', 'os.name': 'Linux', 'store.name': 'A' };
  expect(Object.keys(tags).filter((key) => isPartOfTag(key, tags))).toEqual(['browser.name']);
});
