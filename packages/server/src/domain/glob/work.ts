import { limits } from '@seismo/protocol';

/**
 * How much rules of one kind may ask of one event. Beyond it they stop, by a count and not by a clock: a second try ends
 * the same.
 */
export class Work {
  left = limits.RULE_WORK_MAX;
  /** For a condition, for `steps` of a glob in a text, for frames that an action reaches. `false` once there is none left. */
  spend(steps = 0): boolean {
    this.left -= 1 + (steps >> 6);
    return this.left >= 0;
  }
}
