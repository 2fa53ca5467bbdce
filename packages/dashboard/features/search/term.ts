/** A tag's value as the search reads it: quotes and backslashes escaped, and stars, which would be wildcards. */
export function termOf(key: string, value: string): string {
  const name = /^[A-Za-z_][\w.-]*$/.test(key) ? key : `tags["${escaped(key)}"]`;
  return `${name}:"${escaped(value)}"`;
}

function escaped(text: string): string {
  return text.replaceAll(/["\\*]/g, String.raw`\$&`);
}
