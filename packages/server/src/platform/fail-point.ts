/**
 * A named place at which a crash test kills this process, with no chance to tidy up: `FAIL_AT=journal:after-write`, or
 * `FAIL_AT=journal:after-write:7` for the seventh passage. Read from the environment here, and only here outside main,
 * because the places lie deep in worker threads; without the variable a fail point is an empty function.
 */
export const failPoint: (name: string) => void = process.env.FAIL_AT ? killAt(process.env.FAIL_AT) : () => {};

function killAt(failAt: string): (name: string) => void {
  const counted = /^(.*):(\d+)$/.exec(failAt);
  const wanted = counted?.[1] ?? failAt;
  let passagesLeft = Number(counted?.[2] ?? 1);
  return (name) => {
    if (name === wanted && --passagesLeft === 0) process.kill(process.pid, 'SIGKILL');
  };
}

/**
 * Ends the calling worker thread, and only that, at this journal entry: `FAIL_ENTRY=12`. The others continue, as when a
 * worker runs out of memory. `FAIL_ENTRY=12:stall` keeps it busy forever instead.
 */
export const failEntry: (sequence: number) => void = process.env.FAIL_ENTRY
  ? endThreadAt(process.env.FAIL_ENTRY)
  : () => {};

function endThreadAt(failAt: string): (sequence: number) => void {
  const [entry, how] = failAt.split(':');
  return (sequence) => {
    if (sequence !== Number(entry)) return;
    while (how === 'stall');
    process.exit(1);
  };
}

let storesLeft = Number(process.env.FAIL_CHECKPOINTS ?? 0);

/**
 * Whether checkpoints of the telemetry store that is being opened fail, as they do without memory or disk:
 * `FAIL_CHECKPOINTS=1` for the first that a thread opens, `2` for the second as well.
 */
export function checkpointsFail(): boolean {
  storesLeft -= 1;
  return storesLeft >= 0;
}
