/**
 * The one way a query or a command says no. The list of codes is closed; each transport maps it once
 * (HTTP status, action result, exit code). The message is for people and says what to do.
 */
export type RefusalCode = 'not-signed-in' | 'forbidden' | 'not-found' | 'conflict' | 'invalid' | 'too-many';

export class Refusal extends Error {
  override name = 'Refusal';
  readonly code: RefusalCode;
  constructor(code: RefusalCode, message: string) {
    super(message);
    this.code = code;
  }
}
