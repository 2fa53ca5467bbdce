import { openState } from '@seismo/server/parts';

/**
 * Reads the outbox and counts each row in the transaction that advances its reader. Kills itself in or after the
 * second transaction: `node outbox-reader.ts state.sqlite <url or ''> in|after|never`. Otherwise it ends at the end of the
 * outbox.
 */
const [statePath, stateUrl, killed] = process.argv.slice(2);
const state = await openState({ statePath: statePath!, stateUrl: stateUrl || null });
const kill = () => process.kill(process.pid, 'SIGKILL');
for (let reads = 1; ; reads += 1) {
  const { position } = (await state.outboxReaders()).find(({ name }) => name === 'counter')!;
  const rows = await state.outboxAfter(position, 3);
  if (rows.length === 0) break;
  await state.write(async (tx) => {
    for (const { id } of rows) await tx.setSetting(`row-${id}`, String(Number(await tx.setting(`row-${id}`)) + 1));
    await tx.advanceOutboxReader('counter', position, rows.at(-1)!.id);
    if (killed === 'in' && reads === 2) kill();
  });
  if (killed === 'after' && reads === 2) kill();
}
await state.close();
