/** Error messages by the path of their field: `slug`, `rules.2.pattern`. */
export type Fields = Readonly<Record<string, string>>;

/** A refused action and its message. */
export interface Refused {
  ok: false;
  message: string;
  /** Errors of single fields. */
  fields?: Fields;
  /** The part of a field's text that is wrong. */
  place?: { text: string; from: number; to: number };
  /** The server was updated after the page loaded. */
  isOutdated?: true;
}

/** `rules.2.pattern` is the field `rules.pattern` of the third row. */
export function fieldOf(path: string): { name: string; row: number } {
  const steps = path.split('.');
  const isNumber = (step: string) => /^\d+$/.test(step);
  return { name: steps.filter((step) => !isNumber(step)).join('.'), row: Number(steps.find(isNumber) ?? 0) };
}

/** The error of a field, within a row if given, or an empty string. */
export function errorOf(fields: Fields, name: string, row: number | null): string {
  const errors = Object.entries(fields).filter(([path]) => {
    const field = fieldOf(path);
    return field.name === name && (row === null || field.row === row);
  });
  return [...new Set(errors.map(([, sentence]) => sentence))].join(' ');
}

/** Moves errors of fields that the form does not show into the message. */
export function withVisibleFields(refused: Refused, isVisible: (name: string) => boolean): Refused {
  if (refused.fields === undefined) return refused;
  const [visible, hidden]: [Record<string, string>, string[]] = [{}, []];
  for (const [path, sentence] of Object.entries(refused.fields)) {
    if (isVisible(fieldOf(path).name)) visible[path] = sentence;
    else hidden.push(sentence);
  }
  return { ...refused, message: hidden.join(' '), fields: visible };
}
