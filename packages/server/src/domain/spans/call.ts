/** The function and the parameter of `p95(span.duration)`; `null` if the text is no call. Takes linear time: requests have such texts. */
export function readCall(text: string): [called: string, parameter: string] | null {
  const [, called, parameter] = /^(\w+)\((.*)\)$/s.exec(text) ?? [];
  return called === undefined ? null : [called, parameter!.trim()];
}
