/** The token with one character in its middle changed: certainly another token, whatever the characters are. */
export function forged(token: string): string {
  const middle = token.length >> 1;
  return `${token.slice(0, middle)}${token[middle] === 'A' ? 'B' : 'A'}${token.slice(middle + 1)}`;
}
