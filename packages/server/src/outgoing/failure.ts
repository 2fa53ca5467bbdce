export type OutgoingFailureReason =
  /** The name has no address, or no allowed one. The error does not reveal which. */
  | 'no-address'
  | 'unreachable'
  | 'timed-out'
  | 'too-large'
  | 'invalid-response'
  | 'busy'
  /** No connection was tried. */
  | 'paused';

/** Why a connection or a request failed: a value, with a message. Only adapters throw it. */
export class OutgoingFailure extends Error {
  override name = 'OutgoingFailure';
  readonly reason: OutgoingFailureReason;
  /** Of the response whose body could not be read; `null` if there was no response. */
  readonly status: number | null;

  constructor(reason: OutgoingFailureReason, message: string, status: number | null = null) {
    super(message);
    this.reason = reason;
    this.status = status;
  }
}
