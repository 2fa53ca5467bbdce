export const projectFormats = ['ndjson', 'envelopes'] as const;
export type ProjectFormat = (typeof projectFormats)[number];

/** A file that is written while it is sent. */
export interface Export {
  filename: string;
  contentType: string;
  /** How many rows there are, as far as that is known before; an export ends after `rowsMax`. */
  rows: number | null;
  rowsMax: number;
  body: ReadableStream<Uint8Array<ArrayBuffer>>;
}
