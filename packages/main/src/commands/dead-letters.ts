import { stripVTControlCharacters } from 'node:util';
import type { DeadLetterContent, OutcomesView } from '@seismo/server';
import type { Config } from '../config.ts';
import { callServer } from '../control.ts';
import { UsageError } from '../usage.ts';
import { answer } from './with-state.ts';

interface Options {
  reason?: string | undefined;
  all?: boolean | undefined;
  json?: boolean | undefined;
}

/** Dead letters of the running server, as the system viewer. */
export async function deadLettersCommand(
  config: Config,
  [verb, project, id]: string[],
  { reason, all, json }: Options,
): Promise<void> {
  const call = async <T>(name: string, ...args: unknown[]): Promise<T> => {
    const answered = await callServer<T>(config.dataDir, name, ...args);
    if (answered) return answered.result;
    throw new Error(`No server is running on ${config.dataDir}. Start it, then run the command again.`);
  };
  if (verb === 'list') {
    const found = await call<OutcomesView['deadLetters']>('deadLetters', project === undefined ? [] : [project]);
    return answer(json, { deadLetters: found }, found.map(lineOf).join('\n') || 'No dead letters.');
  }
  if (verb === 'show' && project !== undefined && id !== undefined) {
    const found = await call<DeadLetterContent>('readDeadLetter', project, Number(id));
    const text = [
      lineOf({ ...found, project }),
      found.headers,
      found.content + (found.isTruncated ? '\n… (the rest is left out)' : ''),
    ];
    return answer(json, found, text.filter(Boolean).map(printable).join('\n\n'));
  }
  if (verb === 'replay' && project !== undefined && id !== undefined) {
    await call('replayDeadLetter', project, Number(id));
    return answer(json, { replayed: 1 }, 'Replayed 1 item.');
  }
  if (verb === 'replay' && project !== undefined && (all || reason !== undefined)) {
    const done = await call<{ replayed: number }>('replayDeadLetters', project, reason ?? null);
    return answer(json, done, `Replayed ${done.replayed} items.`);
  }
  throw new UsageError(
    'Use "dead-letters list [<project>]", "show <project> <id>", "replay <project> <id>", or "replay <project>" with --reason <reason> or --all.',
  );
}

function lineOf(
  item: Pick<
    OutcomesView['deadLetters'][number],
    'project' | 'id' | 'itemKind' | 'reason' | 'detail' | 'bytes' | 'failedAtMs'
  >,
): string {
  const { project, id, itemKind, reason, detail, bytes, failedAtMs } = item;
  return printable(
    `${project} ${id}  ${itemKind}, ${bytes} bytes, ${reason} at ${new Date(failedAtMs).toISOString()}: ${detail}`,
  );
}

/** Content of strangers must not control the terminal. */
function printable(text: string): string {
  return stripVTControlCharacters(text).replaceAll(/(?![\n\t])\p{Cc}/gu, '\ufffd');
}
