import type { Assembly } from '#store/state/contract.ts';

/** The state of a bundle: stored, refused with a message for the uploader, or in progress. */
export type AssemblyEnd = { state: 'ok' } | { state: 'error'; detail: string } | { state: 'assembling' };

export interface Assembler {
  /**
   * Puts a bundle together, one at a time, and waits for the end as long as an answer may take. The plan is kept until
   * then: a restart takes it up again, and who asks again joins the work that is under way.
   */
  assemble(plan: Omit<Assembly, 'startedAtMs' | 'problem'>): Promise<AssemblyEnd>;
  /** Runs while nothing is put together: a blob must not go away between being found and being referred to. */
  alone<T>(run: () => Promise<T>): Promise<T>;
  /** Lets the bundle at hand end. */
  close(): Promise<void>;
}

/** A bundle that cannot be used, with a message for the uploader. */
export class BundleProblem extends Error {
  override name = 'BundleProblem';
}
