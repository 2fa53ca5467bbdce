/**
 * The one way a query or a command says no. The list of codes is closed; each transport maps it once
 * (HTTP status, action result, exit code). The message is for people and says what to do.
 */
export type RefusalCode =
  | 'not-signed-in'
  | 'forbidden'
  | 'not-found'
  | 'conflict'
  | 'invalid'
  | 'too-many'
  | 'disk-full'
  | 'unavailable';

export class Refusal extends Error {
  override name = 'Refusal';
  readonly code: RefusalCode;
  /** Next.js hides a server error from the browser except for this, so it lets the error page say what happened. */
  readonly digest?: 'unavailable';
  /** What is said of each part of the input, by its path: `slug`, `rules.2.pattern`. Empty where no part is to blame. */
  readonly fields: Readonly<Record<string, string>>;

  /** `at`: the part of the input that the whole message speaks of, or a message for each. */
  constructor(code: RefusalCode, message: string, at: string | Readonly<Record<string, string>> = {}) {
    super(message);
    this.code = code;
    if (code === 'unavailable') this.digest = code;
    this.fields = typeof at === 'string' ? { [at]: message } : at;
  }
}
