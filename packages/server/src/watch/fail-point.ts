/**
 * A named place at which a crash test kills this process, with no chance to tidy up: `FAIL_AT=journal:after-write`, or
 * `FAIL_AT=journal:after-write:7` for the seventh passage. Read from the environment here, and only here outside main,
 * because the places lie deep in worker threads; without the variable a fail point is an empty function.
 */
export const failPoint: (name: string) => void = process.env.FAIL_AT ? killAt(process.env.FAIL_AT) : () => {};

function killAt(place: string): (name: string) => void {
  const counted = /^(.*):(\d+)$/.exec(place);
  const wanted = counted?.[1] ?? place;
  let passagesLeft = Number(counted?.[2] ?? 1);
  return (name) => {
    if (name === wanted && --passagesLeft === 0) process.kill(process.pid, 'SIGKILL');
  };
}

/**
 * Ends the worker thread that calls it, and only that, when it is at this journal entry: `FAIL_ENTRY=12`. The others go on,
 * as they do when a worker runs out of memory.
 */
export const failEntry: (sequence: number) => void = process.env.FAIL_ENTRY
  ? endThreadAt(Number(process.env.FAIL_ENTRY))
  : () => {};

function endThreadAt(entry: number): (sequence: number) => void {
  return (sequence) => {
    if (sequence === entry) process.exit(1);
  };
}
