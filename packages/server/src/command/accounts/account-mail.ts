import type { AccountMessage } from '#alerts/message.ts';
import type { CommandDeps } from '../deps.ts';

interface Mail extends Pick<AccountMessage, 'title' | 'text' | 'why'> {
  /** On this server: links never come from the headers of a request. */
  link: { name: string; path: string };
}

export function accountMessage(
  { clock, config, random }: Pick<CommandDeps, 'clock' | 'config' | 'random'>,
  { link, ...mail }: Mail,
): AccountMessage {
  return {
    about: 'account',
    id: Buffer.from(random(6)).readUIntBE(0, 6),
    queuedAtMs: clock.now(),
    ...mail,
    link: { name: link.name, url: `${config.publicUrl}${link.path}` },
  };
}

/** When a link ends, in words that hold in every time zone. */
export const linkAge = (expiresAtMs: number): string =>
  `on ${new Date(expiresAtMs).toISOString().slice(0, 16).replace('T', ' at ')} UTC`;
