const ZERO = 48;

/**
 * Replaces payment card numbers, with or without spaces or dashes between the digits. The prefix and length must be
 * those of an issuer (ISO/IEC 7812) and the Luhn check digit must be right, so times in milliseconds and counters stay.
 */
export function filterCardNumbers(text: string, replacement: string): string {
  let filtered = '';
  let done = 0;
  let index = 0;
  while (index < text.length) {
    if (!isDigit(text.charCodeAt(index))) {
      index += 1;
      continue;
    }
    const run = readRun(text, index);
    if (!isWordBefore(text, index) && !isWordAt(text, run.end) && isCardNumber(run.digits)) {
      filtered += text.slice(done, index) + replacement;
      done = run.end;
    }
    index = run.end;
  }
  return done === 0 ? text : filtered + text.slice(done);
}

export function isCardNumber(digits: string): boolean {
  return isIssued(digits) && passesLuhn(digits);
}

/** Digits with single spaces or dashes between them. */
function readRun(text: string, start: number): { digits: string; end: number } {
  let end = start;
  let pieces = '';
  let from = start;
  for (;;) {
    while (end < text.length && isDigit(text.charCodeAt(end))) end += 1;
    // More than 19 digits are never a card number.
    if (pieces.length <= 19) pieces += text.slice(from, Math.min(end, from + 20));
    const separator = text[end];
    if ((separator !== ' ' && separator !== '-') || !isDigit(text.charCodeAt(end + 1))) break;
    end += 1;
    from = end;
  }
  return { digits: pieces, end };
}

function isIssued(digits: string): boolean {
  const { length } = digits;
  if (length < 13 || length > 19) return false;
  const two = Number(digits.slice(0, 2));
  const four = Number(digits.slice(0, 4));
  if (digits.startsWith('4')) return length === 13 || length === 16 || length === 19; // Visa
  if (two === 34 || two === 37) return length === 15; // American Express
  if (two === 36 || two === 38 || (four >= 3000 && four <= 3059)) return length === 14; // Diners Club
  if (four >= 3528 && four <= 3589) return length >= 16; // JCB
  if ((two >= 51 && two <= 55) || (four >= 2221 && four <= 2720)) return length === 16; // Mastercard
  return length >= 16 && (four === 6011 || two === 62 || two === 64 || two === 65 || two === 67); // Discover, UnionPay, Maestro
}

function passesLuhn(digits: string): boolean {
  let sum = 0;
  for (let index = 0; index < digits.length; index += 1) {
    const digit = digits.charCodeAt(digits.length - 1 - index) - ZERO;
    const doubled = index % 2 === 1 ? digit * 2 : digit;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}

function isDigit(code: number): boolean {
  return code >= ZERO && code <= ZERO + 9;
}

/** Digits inside a longer word (a hash, an ID) or after a decimal point are no card number. */
function isWordBefore(text: string, index: number): boolean {
  const before = text.charCodeAt(index - 1);
  return isLetter(before) || (before === 46 && /(?<!\d)\d{1,12}\.$/.test(text.slice(Math.max(0, index - 14), index)));
}

function isWordAt(text: string, index: number): boolean {
  return isLetter(text.charCodeAt(index));
}

function isLetter(code: number): boolean {
  return (code >= 65 && code <= 90) || (code >= 97 && code <= 122) || code === 95;
}
