import type { SettingReads, SettingWrites } from './contract.ts';

const NAME = 'server-problems';

/** A problem of the server that was found, by its code. */
export interface ServerProblem {
  code: string;
  title: string;
  sinceMs: number;
  /** Whether owners were notified. */
  isReported: boolean;
  /** When it was last found. */
  lastFoundMs: number;
}

export async function serverProblems(state: Pick<SettingReads, 'setting'>): Promise<ServerProblem[]> {
  const value = await state.setting(NAME);
  return value ? (JSON.parse(value) as ServerProblem[]) : [];
}

export const setServerProblems = (tx: SettingWrites, problems: ServerProblem[]): Promise<void> =>
  tx.setSetting(NAME, JSON.stringify(problems));
