/** A store did not answer. No item is to blame, and the batch has to be tried again. */
export class StoreFailure extends Error {
  constructor(cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
    this.name = 'StoreFailure';
  }
}
