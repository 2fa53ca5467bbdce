import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cpuMs } from '../../testing/cpu.ts';
import { readFunctions } from './functions.ts';

/** The function that contains the sign `§`. */
function around(marked: string): string {
  const offset = marked.indexOf('§');
  return readFunctions(marked.replace('§', ''))(offset);
}

test.each([
  ['function total(items) { return §items.length }', 'total'],
  ['export default async function load() { await §fetch() }', 'load'],
  ['function* ids() { yield §next() }', 'ids'],
  ['const total = (items) => §items.length;', 'total'],
  ['const total = items => { return §items };', 'total'],
  ['const total = async (items: Item[]): Promise<number> => { §x() };', 'total'],
  ['const total: Sum<Item> = function (items) { §x() }', 'total'],
  ['const { a } = b; let total = function inner() { §x() }', 'inner'],
  ['cart.total = () => { §x() }', 'total'],
  ['const api = { total(items) { §x() }, other: 1 }', 'total'],
  ['const api = { other: 1, total: async () => { §x() } }', 'total'],
  ['class Cart { total() { §x() } }', 'Cart.total'],
  ['class Cart extends mixin(Base) { static async total<T>(a: T): Promise<T> { §x() } }', 'Cart.total'],
  ['class Cart { constructor() { §x() } }', 'new Cart'],
  ['class Cart { #sum() { §x() } }', 'Cart.#sum'],
  ['class Cart { get total(): number { §x() } }', 'Cart.total'],
  ['class Cart { total = () => { §x() } }', 'total'],
  ['const Cart = class { total() { §x() } }', 'Cart.total'],
  ['class Cart { m() { const o = { total() { §x() } } } }', 'total'],
  ['function Basket() { return items.map((item) => §item.price) }', 'Basket.<anonymous>'],
  ['items.map((item) => §item.price)', '<anonymous>'],
  ['const load = useCallback(async () => { §x() }, [])', 'load'],
  ['const Row = React.memo(({ item }) => { §x() })', 'Row'],
  ["function Page() { return <button onClick={() => §boom()}>Don't</button> }", 'onClick'],
  ["function Page() { return <p>It's {total(§a)} and that's it</p> }", 'Page'],
  ['function a() { if (x) { for (;;) { while (y) { §z() } } } }', 'a'],
  ['function a() { try { x() } catch (error) { §z() } }', 'a'],
  ['function a() { switch (x) { case f(y): { §z() } } }', 'a'],
  ['const a = 1; §boom()', ''],
  ['function a() {}\n§boom()', ''],
  ['const a = () => x\nconst b = §y()', ''],
  ['function a() { return `${b(() => { §c() })}` } function d() {}', 'a.<anonymous>'],
  ['function a() { const r = /[/}"]\\}/g; §b() }', 'a'],
  ['function a() { const q = x / 2; return §b() / 3 }', 'a'],
  ['function a() { // } \' "\n /* } */ §b() }', 'a'],
  ['export function onChange(listener: (change: Change) => void): () => void { §x() }', 'onChange'],
  ['function a(b = () => 1, { c } = {}) { §x() }', 'a'],
  ['function a(§b) {}', 'a'],
  ['const a = f ? (x) => §x() : (y) => y()', '<anonymous>'],
])('%s', (marked, name) => {
  expect(around(marked)).toBe(name);
});

test('every position of any text has an answer', () => {
  const pieces = fc.constantFrom(
    'function ',
    'class ',
    '=>',
    '(',
    ')',
    '{',
    '}',
    '[',
    ']',
    '`',
    '${',
    "'",
    '"',
    '/',
    '*',
    'a',
    ' ',
    '\n',
    ':',
    ',',
    ';',
    '<',
    '>',
    '=',
    '\\',
    'é',
    '#',
    '?',
  );
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 80 }), fc.nat(100), (parts, offset) => {
      expect(readFunctions(parts.join(''))(offset)).toBeTypeOf('string');
    }),
    { numRuns: 500 },
  );
});

test.each([
  ['open brackets', '({['],
  ['closing brackets', ']})'],
  ['arrows', 'a=>'],
  ['types', '):a<b>|c&d '],
  ['templates', '`${'],
  ['slashes', '/['],
  ['classes', 'class a{b(){'],
  ['quotes', `'"`],
  ['a word', 'a'],
])('a source that is nothing but %s is read in time', (_, unit) => {
  const source = unit.repeat(250_000 / unit.length);
  expect(cpuMs(() => readFunctions(source)(125_000))).toBeLessThan(1_500);
});
