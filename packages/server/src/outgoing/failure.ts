export type OutgoingFailureReason =
  /** The name has no address that a connection may go to. Whether it has any address is not told. */
  'no-address' | 'unreachable' | 'timed-out' | 'too-large' | 'invalid-response' | 'busy';

/** Why a connection or a request did not succeed: a value, with a sentence for people. Only adapters throw it. */
export class OutgoingFailure extends Error {
  override name = 'OutgoingFailure';
  readonly reason: OutgoingFailureReason;

  constructor(reason: OutgoingFailureReason, message: string) {
    super(message);
    this.reason = reason;
  }
}
