/**
 * How queries and commands refuse a request. The list of codes is closed; each transport maps it once
 * (HTTP status, action result, exit code). The message is for users and says what to do.
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

/** The part of a text that a message is about. */
export interface RefusedPlace {
  text: string;
  from: number;
  to: number;
}

export class Refusal extends Error {
  override name = 'Refusal';
  readonly code: RefusalCode;
  /** Next.js hides a server error from the browser except for this, so it lets the error page say what happened. */
  readonly digest?: 'unavailable';
  /** Messages for input fields by path, such as `slug` or `rules.2.pattern`. Empty if no field is at fault. */
  readonly fields: Readonly<Record<string, string>>;
  readonly place: RefusedPlace | null;

  /** `at`: the input field that the message is about, or a message for each field. */
  constructor(
    code: RefusalCode,
    message: string,
    at: string | Readonly<Record<string, string>> = {},
    place: RefusedPlace | null = null,
  ) {
    super(message);
    this.code = code;
    if (code === 'unavailable') this.digest = code;
    this.place = place;
    this.fields = typeof at === 'string' ? { [at]: message } : at;
  }
}
