import { readEmailStatus } from './read.ts';

/** The channel of alerts, in one sentence. */
export async function EmailState() {
  const { isConfigured, from, paused } = await readEmailStatus();
  if (!isConfigured) return <p>Email is off.</p>;
  return <p>{paused === null ? `Sent by email from ${from}` : 'Email is paused.'}</p>;
}
