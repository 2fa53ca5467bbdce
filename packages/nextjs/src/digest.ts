/** The digest that Next gave an error: the same in the visitor's browser and on the server. */
export function digestOf(thrown: unknown): string | undefined {
  const digest = typeof thrown === 'object' && thrown !== null ? (thrown as { digest?: unknown }).digest : undefined;
  return typeof digest === 'string' && /^[\w.@;:-]{1,64}$/.test(digest) ? digest : undefined;
}
