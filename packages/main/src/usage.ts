/** The command line was not understood; the usage follows the message. Exit code 2. */
export class UsageError extends Error {
  override name = 'UsageError';
}
