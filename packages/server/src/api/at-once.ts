/** Runs at most `countMax` deeds at once; others wait in their order. */
export function atOnce(countMax: number): <T>(deed: () => Promise<T>) => Promise<T> {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async (deed) => {
    if (running >= countMax) await new Promise<void>((resolve) => waiting.push(resolve));
    else running++;
    try {
      return await deed();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running--;
    }
  };
}
