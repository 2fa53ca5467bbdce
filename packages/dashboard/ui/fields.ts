/** What a refusal says of single fields, each by its path in what was sent: `slug`, `rules.2.pattern`. */
export type Fields = Readonly<Record<string, string>>;

/** Why a deed was not done, for people. */
export interface Refused {
  ok: false;
  message: string;
  /** What is wrong of which field. */
  fields?: Fields;
  /** The server is a newer one than the page. */
  isOutdated?: true;
}

/** `rules.2.pattern` is of the field `rules.pattern` in the third row. */
export function fieldOf(path: string): { name: string; row: number } {
  const steps = path.split('.');
  const isNumber = (step: string) => /^\d+$/.test(step);
  return { name: steps.filter((step) => !isNumber(step)).join('.'), row: Number(steps.find(isNumber) ?? 0) };
}

/** What is said of one field; with a row, of the field in that row. Empty: nothing. */
export function errorOf(fields: Fields, name: string, row: number | null): string {
  const said = Object.entries(fields).filter(([path]) => {
    const field = fieldOf(path);
    return field.name === name && (row === null || field.row === row);
  });
  return [...new Set(said.map(([, sentence]) => sentence))].join(' ');
}

/** A refusal for a form that shows these fields: what it says of others stays its message. */
export function withShownFields(refused: Refused, isShown: (name: string) => boolean): Refused {
  if (refused.fields === undefined) return refused;
  const [there, elsewhere]: [Record<string, string>, string[]] = [{}, []];
  for (const [path, sentence] of Object.entries(refused.fields)) {
    if (isShown(fieldOf(path).name)) there[path] = sentence;
    else elsewhere.push(sentence);
  }
  return { ...refused, message: elsewhere.join(' '), fields: there };
}
