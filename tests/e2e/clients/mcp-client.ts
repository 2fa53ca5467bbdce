import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

interface Answer {
  id?: number;
  result?: unknown;
  error?: { message: string };
}

/** A server of the Model Context Protocol over standard input and output: one JSON-RPC message a line. */
export async function startMcpServer(args: string[]) {
  const child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'ignore'] });
  const waiting = new Map<number, (answer: Answer) => void>();
  createInterface({ input: child.stdout }).on('line', (line) => {
    const answer = JSON.parse(line) as Answer;
    waiting.get(answer.id ?? -1)?.(answer);
  });
  let last = 0;
  const say = (message: object) => child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  const request = async <T>(method: string, params: object): Promise<T> => {
    const id = ++last;
    const answered = new Promise<Answer>((resolve) => waiting.set(id, resolve));
    say({ id, method, params });
    const { result, error } = await answered;
    if (error) throw new Error(`${method}: ${error.message}`);
    return result as T;
  };
  const clientInfo = { name: 'seismo-tests', version: '1' };
  await request('initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo });
  say({ method: 'notifications/initialized' });
  return {
    listTools: async () =>
      (await request<{ tools: { name: string }[] }>('tools/list', {})).tools.map(({ name }) => name),
    /** All text that the tool answers with. */
    callTool: async (name: string, args: object): Promise<string> => {
      const { content } = await request<{ content: { text?: string }[] }>('tools/call', { name, arguments: args });
      return content.map(({ text }) => text ?? '').join('\n');
    },
    [Symbol.dispose]: () => void child.kill(),
  };
}
