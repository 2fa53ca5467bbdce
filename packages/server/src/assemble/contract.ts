import type { Assembly } from '#store/state/contract.ts';

/** The state of a bundle: stored, refused with a message for the uploader, or in progress. */
export type AssemblyEnd = { state: 'ok' } | { state: 'error'; detail: string } | { state: 'assembling' };

export interface Assembler {
  /**
   * Assembles a bundle, one at a time, and waits for the result as long as a response may take. The plan is stored
   * until then: a restart continues it, and a repeated request joins the running work.
   */
  assemble(plan: Omit<Assembly, 'startedAtMs' | 'problem'>): Promise<AssemblyEnd>;
  /** Runs while nothing is assembled: a blob must not be deleted between being found and being referenced. */
  alone<T>(run: () => Promise<T>): Promise<T>;
  /** Waits for the current bundle. */
  close(): Promise<void>;
}

/** A bundle that cannot be used, with a message for the uploader. */
export class BundleProblem extends Error {
  override name = 'BundleProblem';
}
