import { limits } from '@seismo/protocol';

/** The work that rules of one kind may do for one event. Counted, not timed, so that a retry has the same result. */
export class Work {
  left = limits.RULE_WORK_MAX;
  /** For a condition, for `steps` of a glob in a text, for frames that an action reaches. `false` once there is none left. */
  spend(steps = 0): boolean {
    this.left -= 1 + (steps >> 6);
    return this.left >= 0;
  }
}
