import { join } from 'node:path';

/** The stored images, and a file with the Chromium version that made them. */
export const snapshotFolder = join(import.meta.dirname, 'pictures');
export const chromiumFile = join(snapshotFolder, 'taken-with.txt');
export const snapshotPath = (name: string): string => join(snapshotFolder, `${name}.png`);
