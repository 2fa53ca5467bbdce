import { join } from 'node:path';

/** The pictures, and of which browser they are. */
export const keptFolder = join(import.meta.dirname, 'pictures');
export const keptOf = join(keptFolder, 'taken-with.txt');
export const keptPicture = (name: string): string => join(keptFolder, `${name}.png`);
