import fc from 'fast-check';

const [FIRST_SURROGATE, SURROGATE_COUNT] = [0xd800, 0x800];

/** As the unit `binary` of fast-check, which takes one to three seconds of CPU time to list all characters. */
export const anyCharacter = fc
  .integer({ min: 0, max: 0x10_ffff - SURROGATE_COUNT })
  .map((n) => String.fromCodePoint(n < FIRST_SURROGATE ? n : n + SURROGATE_COUNT));
