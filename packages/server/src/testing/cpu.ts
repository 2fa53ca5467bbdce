/** Processor time of this thread, the best of three, because other processes on the machine must not matter. */
export function cpuMs(work: () => void): number {
  let best = Infinity;
  for (let time = 0; time < 3; time++) {
    const before = process.threadCpuUsage();
    work();
    const { user, system } = process.threadCpuUsage(before);
    best = Math.min(best, (user + system) / 1000);
  }
  return best;
}
