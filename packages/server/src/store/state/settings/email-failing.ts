import type { SettingReads, SettingWrites } from './contract.ts';

const NAME = 'email-failing';

/** Since when the mail server has taken no message, with its answer then. */
export interface EmailFailing {
  atMs: number;
  answer: string;
}

export async function emailFailing(state: Pick<SettingReads, 'setting'>): Promise<EmailFailing | null> {
  const value = await state.setting(NAME);
  return value ? (JSON.parse(value) as EmailFailing) : null;
}

/** `null`: it took a message. */
export const setEmailFailing = (tx: SettingWrites, failing: EmailFailing | null): Promise<void> =>
  tx.setSetting(NAME, failing === null ? '' : JSON.stringify(failing));
