import * as Sentry from '@sentry/node';
import { importPrices } from './import-prices.ts';
import { sendInvoices } from './send-invoices.ts';
import { resizePictures } from './resize-pictures.ts';
import { reportLowStock } from './low-stock.ts';

const jobs: Record<string, () => void | Promise<void>> = {
  'import-prices': importPrices,
  'send-invoices': sendInvoices,
  'resize-pictures': resizePictures,
  'low-stock': reportLowStock,
};

const name = process.argv[2] ?? '';
const job = jobs[name];
if (!job) throw new Error(`No job is called ${name}`);
Sentry.addBreadcrumb({ category: 'job', message: `start ${name}`, level: 'info' });
await job();
setTimeout(() => void Sentry.close(3000), 300);
