import { textOf } from '../errors/normalize.ts';

/** A text with its template and parameters, so that logs of one template can be found together. */
export class Template {
  readonly text: string;
  readonly attributes: Record<string, unknown>;

  constructor(strings: readonly string[], values: readonly unknown[]) {
    this.text = strings.reduce((text, part, index) => text + textOf([values[index - 1]]) + part);
    this.attributes = { 'sentry.message.template': strings.join('%s') };
    values.forEach((value, index) => {
      this.attributes[`sentry.message.parameter.${index}`] = value;
    });
  }

  toString(): string {
    return this.text;
  }
}
