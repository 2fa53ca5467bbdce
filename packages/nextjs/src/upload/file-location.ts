import { open } from 'node:fs/promises';

/** One place in memory for one file after the other: a new one for each would pile up until it is collected. */
export class FileLocation {
  #bytes = Buffer.allocUnsafeSlow(1024 * 1024);

  /** The file's content, a view that holds until the next one is read. */
  async read(path: string): Promise<Buffer> {
    const file = await open(path);
    try {
      const { size } = await file.stat();
      if (size > this.#bytes.length) this.#bytes = Buffer.allocUnsafeSlow(size);
      const { bytesRead } = await file.read(this.#bytes, 0, size, 0);
      return this.#bytes.subarray(0, bytesRead);
    } finally {
      await file.close();
    }
  }
}
