import { expect } from 'vitest';

/** Expects a command or query to be refused with this code. */
export async function refuses(answer: Promise<unknown>, code: string): Promise<void> {
  await expect(answer).rejects.toMatchObject({ name: 'Refusal', code });
}
