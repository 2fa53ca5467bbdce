// Crockford's base 32 (https://www.crockford.com/base32.html): no letter that is mistaken for a digit when read aloud.
const DIGITS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** `shortIdOf('web', 42)` is `WEB-1A`. Unique within an organization because slugs are, and numbers contain no dash. */
export function shortIdOf(projectSlug: string, issueNumber: number): string {
  let number = '';
  for (let rest = issueNumber; rest > 0; rest = Math.floor(rest / 32)) number = DIGITS[rest % 32] + number;
  return `${projectSlug.toUpperCase()}-${number}`;
}

/** Reads a typed short ID: any case, and the letters that Crockford reads as digits. */
export function readShortId(text: string): string {
  const dash = text.lastIndexOf('-') + 1;
  const number = text.slice(dash).toUpperCase().replaceAll(/[IL]/g, '1').replaceAll('O', '0');
  return text.slice(0, dash).toUpperCase() + number;
}
