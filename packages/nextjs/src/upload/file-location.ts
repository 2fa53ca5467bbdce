import { open } from 'node:fs/promises';

/** One reused buffer: a new one for each file would pile up until collected. */
export class FileLocation {
  #bytes = Buffer.allocUnsafeSlow(1024 * 1024);

  /** The file's content, a view that is valid until the next read. */
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
