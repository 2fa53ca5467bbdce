import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll } from 'vitest';

interface SlackMessage {
  method: string;
  body: { channel: string; user?: string; ts?: string; thread_ts?: string; text: string; blocks: Block[] };
  ts: string;
}
interface Block {
  type: string;
  elements: { action_id?: string; value?: string }[];
}

export const signingSecret = '8f742231b10e8888abcd990000aa85a5';

/** The Web API of Slack on this machine, because tests do not reach Slack's. It closes after the tests of the file. */
export async function openSlack() {
  const messages: SlackMessage[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const ts = `1700000000.${String(messages.length + 1).padStart(6, '0')}`;
    const body = JSON.parse(Buffer.concat(chunks).toString()) as SlackMessage['body'];
    messages.push({ method: request.url!.replace('/api/', ''), body, ts });
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ ok: true, ts }));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  return {
    messages,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** As when a user presses a button of a message. Returns the status of Seismo's answer. */
    async press(
      seismo: string,
      { body: { channel, text, blocks }, ts }: SlackMessage,
      action: string,
    ): Promise<number> {
      const button = blocks.flatMap(({ elements }) => elements).find(({ action_id: id }) => id === action)!;
      const payload = JSON.stringify({
        type: 'block_actions',
        user: { id: 'U012AB3C4', name: 'ana.lopez', team_id: 'T012AB3C4' },
        team: { id: 'T012AB3C4', domain: 'acme' },
        channel: { id: channel, name: 'web' },
        message: { ts, text, blocks },
        actions: [{ type: 'button', ...button }],
      });
      const form = new URLSearchParams({ payload }).toString();
      const timestamp = String(Math.floor(Date.now() / 1000));
      const signature = createHmac('sha256', signingSecret).update(`v0:${timestamp}:${form}`).digest('hex');
      const response = await fetch(`${seismo}/slack/interactions`, {
        method: 'POST',
        headers: {
          'content-type': 'application/x-www-form-urlencoded',
          'x-slack-request-timestamp': timestamp,
          'x-slack-signature': `v0=${signature}`,
        },
        body: form,
      });
      await response.arrayBuffer();
      return response.status;
    },
  };
}
