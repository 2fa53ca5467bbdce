/** `1,204` up to five digits, then `12.3k`, `4.1M`: exact where there is room for it. */
export function count(value: number): string {
  if (Math.abs(value) < 100_000) return Math.round(value).toLocaleString('en-US');
  if (Math.abs(value) < 1_000_000) return `${(value / 1000).toFixed(value < 1e5 ? 1 : 0)}k`;
  if (Math.abs(value) < 1e9) return `${trim(value / 1e6)}M`;
  return `${trim(value / 1e9)}G`;
}

const trim = (value: number): string => value.toFixed(1).replace(/\.0$/, '');

/** `1 event`, `2 events`; `1 event` for an estimate of 1.2 as well. */
export function plural(value: number, one: string, many = `${one}s`): string {
  const number = count(value);
  return `${number} ${number === '1' ? one : many}`;
}

/** Made once: `toLocaleString` with options makes one for each number, which takes 35 µs. */
const twoDecimals = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 });

/** `1,204.5`, `−0.25`: with at most two decimals. */
export const decimal = (value: number): string => twoDecimals.format(value).replace('-', '−');

/** `312 B`, `4.1 KB`, `2.0 MB`, `1.5 GB`. */
export function bytes(value: number): string {
  if (value < 1024) return `${value} B`;
  if (value < 1024 * 1024) return `${(value / 1024).toFixed(1)} KB`;
  if (value < 1024 ** 3) return `${(value / 1024 ** 2).toFixed(1)} MB`;
  return `${(value / 1024 ** 3).toFixed(1)} GB`;
}

/** `99.87%`: never rounded up. */
export function precisePercent(share: number): string {
  const value = 100 * share;
  const digits = value >= 99 && value < 100 ? 100 : 10;
  return `${Math.floor(value * digits + 1e-6) / digits}%`;
}

/** `37%`, `<1%`. */
export function percent(part: number, whole: number): string {
  if (whole <= 0 || part <= 0) return '0%';
  const value = (100 * part) / whole;
  if (value < 1) return '<1%';
  return value > 99 && value < 100 ? '>99%' : `${Math.round(value)}%`;
}
