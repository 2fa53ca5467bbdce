import * as Sentry from '@sentry/node';

class PriceError extends Error {
  override name = 'PriceError';
}

function readPrice(line: string, lineNumber: number): number {
  const [sku, price] = line.split(';');
  const cents = Math.round(Number(price) * 100);
  if (Number.isNaN(cents)) throw new PriceError(`Line ${lineNumber}: price of ${sku} is not a number`);
  return cents;
}

const file = ['A-100;12.90', 'A-200;twelve', 'B-310;4.50', 'B-320;n/a', 'C-400;'];

export function importPrices(): void {
  const failures: unknown[] = [];
  for (const [index, line] of file.entries()) {
    try {
      readPrice(line, index + 1);
    } catch (error) {
      failures.push(error);
    }
  }
  Sentry.setContext('import', { file: 'prices-nightly.csv', lines: file.length, failed: failures.length });
  if (failures.length > 0) {
    const error = new AggregateError(failures, `${failures.length} of ${file.length} prices were not imported`);
    Sentry.captureException(error, { tags: { 'import.source': 'sftp' } });
  }
}
