import { describe, expect, test } from 'vitest';
import { ENVELOPE_HEADER_BYTES_MAX, ENVELOPE_ITEM_COUNT_MAX, ITEM_HEADER_BYTES_MAX } from '../limits.ts';
import { EnvelopeError } from './envelope.ts';
import { readEnvelope } from './read.ts';

const bytes = (text: string) => new TextEncoder().encode(text);
const read = (text: string) => readEnvelope(bytes(text));
const itemsOf = (text: string) =>
  read(text).items.map((item) => [item.kind, new TextDecoder().decode(item.payload)] as const);

function codeThrownBy(text: string): string {
  try {
    read(text);
  } catch (error) {
    if (error instanceof EnvelopeError) return error.problem.code;
    throw error;
  }
  return 'nothing thrown';
}

describe('framing', () => {
  test('an item without a length ends at the next newline, or at the end of the body', () => {
    expect(itemsOf('{}\n{"type":"session"}\n{"a":1}\n{"type":"event"}\n{"b":2}')).toEqual([
      ['session', '{"a":1}'],
      ['event', '{"b":2}'],
    ]);
  });

  test('an item with a length keeps newlines and JSON-looking text', () => {
    const payload = 'one\n{"type":"event"}\ntwo';
    const body = `{}\n{"type":"attachment","length":${payload.length}}\n${payload}\n{"type":"event"}\n{}\n`;
    expect(itemsOf(body)).toEqual([
      ['attachment', payload],
      ['event', '{}'],
    ]);
  });

  test('the payload is a view into the body, not a copy', () => {
    const body = bytes('{}\n{"type":"event"}\n{"b":2}');
    expect(readEnvelope(body).items[0]!.payload.buffer).toBe(body.buffer);
  });

  test('empty attachments, a missing final newline, blank lines and CRLF are accepted', () => {
    expect(itemsOf('{}\n{"type":"attachment","length":0}\n\n{"type":"attachment","length":0}\n')).toHaveLength(2);
    expect(itemsOf('{}\n{"type":"attachment","length":0}')).toEqual([['attachment', '']]);
    expect(itemsOf('\n{}\r\n\r\n{"type":"event","length":2}\r\n{}\r\n{"type":"event","length":2}\r\n{}\r\n\n')).toEqual(
      [
        ['event', '{}'],
        ['event', '{}'],
      ],
    );
  });

  test('a header without items is an envelope without items', () => {
    expect(read('{}')).toMatchObject({ items: [], broken: null });
  });

  test('a null length is no length', () => {
    expect(itemsOf('{}\n{"type":"event","length":null}\n{"b":2}\n')).toEqual([['event', '{"b":2}']]);
  });
});

describe('the header', () => {
  test('is read in the forms that SDKs write', () => {
    const header = read(
      '{"event_id":"D083F163-0B0B-4359-B5E5-05576F761F48","dsn":"http://k@h/1","sent_at":"2026-11-21T09:27:20.6Z",' +
        '"sdk":{"name":"sentry.javascript.browser","version":"11.12.0","settings":{"infer_ip":"auto"}},"trace":{"public_key":"other","sample_rate":"0.5"}}',
    ).header;
    expect(header).toEqual({
      eventId: 'd083f1630b0b4359b5e505576f761f48',
      dsn: 'http://k@h/1',
      sentAtMs: Date.UTC(2026, 10, 21, 9, 27, 20, 600),
      sdk: { name: 'sentry.javascript.browser', version: '11.12.0', inferIp: 'auto' },
      sampleRate: 0.5,
    });
  });

  test('fields of the wrong type are absent', () => {
    const nothing = { eventId: null, dsn: null, sentAtMs: null, sdk: null, sampleRate: null };
    expect(read('{"event_id":5,"dsn":[],"sent_at":{},"sdk":"x","trace":[]}').header).toEqual(nothing);
    expect(
      read('{"event_id":"../../etc/passwd","sent_at":"yesterday","sdk":[],"trace":{"sample_rate":"-1"}}').header,
    ).toEqual(nothing);
    expect(read(`{"dsn":"http://k@h/${'1'.repeat(3000)}"}`).header).toEqual(nothing);
  });

  test('a time without a zone is UTC', () => {
    expect(read('{"sent_at":"2026-11-21T09:27:20.123456"}').header.sentAtMs).toBe(
      Date.UTC(2026, 10, 21, 9, 27, 20, 123),
    );
  });

  test('names that every object inherits are not fields', () => {
    expect(read('{"__proto__":{"event_id":"d083f1630b0b4359b5e505576f761f48"}}').header.eventId).toBeNull();
    expect(read('{}\n{"type":"constructor"}\n{}').items[0]!.kind).toBe('unknown');
  });
});

describe('the item header', () => {
  test('keeps the headers of attachments and containers', () => {
    const [attachment, span] = read(
      '{}\n{"type":"attachment","length":1,"filename":"a.txt","content_type":"text/plain","attachment_type":"event.attachment"}\nx\n' +
        '{"type":"span","item_count":3,"content_type":"application/vnd.sentry.items.span.v2+json"}\n{}',
    ).items;
    expect(attachment).toMatchObject({
      filename: 'a.txt',
      contentType: 'text/plain',
      attachmentType: 'event.attachment',
      itemCount: 1,
    });
    expect(span).toMatchObject({ kind: 'span', itemCount: 3 });
  });

  test('a count that cannot be true is not believed', () => {
    const counts = ['-5', '1e300', '"7"', '2.5'].map((count) =>
      read(`{}\n{"type":"log","item_count":${count}}\n{}`).items.map((item) => item.itemCount),
    );
    expect(counts).toEqual([[1], [10_000], [1], [2]]);
    expect(read('{}\n{"type":"event","item_count":9}\n{}').items[0]!.itemCount).toBe(1);
  });

  test('an unknown or missing type is kept as unknown, cut to its limit', () => {
    expect(read('{}\n{"type":"x-new"}\n{}').items[0]).toMatchObject({ kind: 'unknown', type: 'x-new' });
    expect(read('{}\n{}\n{}').items[0]).toMatchObject({ kind: 'unknown', type: '' });
    expect(read(`{}\n{"type":"${'y'.repeat(500)}"}\n{}`).items[0]!.type).toHaveLength(64);
  });
});

describe('faults', () => {
  test('an envelope without a valid header throws an error with the reason', () => {
    expect(codeThrownBy('')).toBe('empty');
    expect(codeThrownBy('\n\n')).toBe('empty');
    expect(codeThrownBy('hello')).toBe('header-not-json');
    expect(codeThrownBy('[]\n{"type":"event"}\n{}')).toBe('header-not-json');
    expect(codeThrownBy(`${'['.repeat(2000)}\n`)).toBe('header-not-json');
    expect(codeThrownBy(`{"a":"${'x'.repeat(ENVELOPE_HEADER_BYTES_MAX)}"}\n`)).toBe('header-too-long');
  });

  test.each([
    ['item-header-not-json', '{"type":"ev'],
    ['item-header-not-json', '"event"\n{}'],
    ['item-header-too-long', `{"type":"${'x'.repeat(ITEM_HEADER_BYTES_MAX)}"}\n{}`],
    ['length-not-a-number', '{"type":"event","length":"2"}\n{}'],
    ['length-not-a-number', '{"type":"event","length":-1}\n{}'],
    ['length-not-a-number', '{"type":"event","length":1.5}\n{}'],
    ['length-past-end', '{"type":"event","length":9007199254740991}\n{}'],
    ['missing-newline', '{"type":"event","length":1}\n{}'],
  ])('%s keeps the items before it', (code, rest) => {
    const good = '{}\n{"type":"session"}\n{"a":1}\n';
    const envelope = read(good + rest);
    expect(envelope.items.map((item) => item.kind)).toEqual(['session']);
    expect(envelope.broken?.code).toBe(code);
    expect(envelope.broken!.offset).toBeGreaterThanOrEqual(good.length);
    expect(envelope.broken!.message).toMatch(/\.$/);
  });

  test('items beyond the limit are not read', () => {
    const item = '{"type":"event"}\n{}\n';
    expect(read(`{}\n${item.repeat(ENVELOPE_ITEM_COUNT_MAX)}`).broken).toBeNull();
    const envelope = read(`{}\n${item.repeat(ENVELOPE_ITEM_COUNT_MAX + 1)}`);
    expect(envelope.items).toHaveLength(ENVELOPE_ITEM_COUNT_MAX);
    expect(envelope.broken?.code).toBe('too-many-items');
  });
});
