export type OutgoingFailureReason =
  /** The name has no address, or none that is allowed. The error does not tell which. */
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
