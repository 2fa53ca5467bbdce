import { Readable } from 'node:stream';
import { Busboy, type BusboyConfig } from '@fastify/busboy';
import type { Context } from 'hono';
import { limits } from '@seismo/protocol';
import { Refusal } from '#platform/refusal.ts';
import { bodyOf } from './body-size.ts';
import { unknownName } from './parse.ts';

export interface UploadedPart {
  /** Of the form field. */
  name: string;
  filename: string;
  body: Buffer;
}

/** Names of the form's parts: anything else is refused. */
export interface FormNames {
  files: readonly string[];
  fields: readonly string[];
}

export interface MultipartLimits {
  partBytesMax: number;
  partCountMax: number;
}

/**
 * Reads a form with files as it arrives: `onFile` gets each file as a whole, and the next one is read after it has
 * finished, so one file is in memory at a time. Returns the fields with all their values.
 */
export async function readMultipart(
  context: Context,
  names: FormNames,
  { partBytesMax, partCountMax }: MultipartLimits,
  onFile: (part: UploadedPart) => Promise<void>,
): Promise<Map<string, string[]>> {
  const type = context.req.header('content-type') ?? '';
  if (!/^multipart\/form-data\b/i.test(type)) {
    throw new Refusal('invalid', 'The request body is not multipart/form-data with files.');
  }
  const fields = new Map<string, string[]>();
  const source = Readable.from(bodyOf(context), { objectMode: false });
  try {
    await new Promise<void>((resolve, reject) => {
      const form = openForm({
        headers: { 'content-type': type },
        limits: {
          fileSize: partBytesMax,
          files: partCountMax,
          fields: limits.UPLOAD_FIELD_COUNT_MAX,
          fieldSize: limits.ARTIFACT_URL_CHARS_MAX,
          parts: partCountMax + limits.UPLOAD_FIELD_COUNT_MAX,
        },
      });
      let work: Promise<void> = Promise.resolve();
      form.on('field', (name: string, value: string) => {
        if (!names.fields.includes(name)) reject(unknownName('field', name, [...names.fields, ...names.files]));
        fields.set(name, [...(fields.get(name) ?? []), value]);
      });
      form.on('file', (name: string, stream: Readable & { truncated?: boolean }, filename: string) => {
        work = work.then(async () => {
          const parts: Buffer[] = [];
          if (!names.files.includes(name)) throw unknownName('field', name, [...names.fields, ...names.files]);
          for await (const part of stream) parts.push(part as Buffer);
          if (stream.truncated)
            throw new Refusal('invalid', `A file in one request can have at most ${partBytesMax} bytes.`);
          await onFile({ name, filename, body: Buffer.concat(parts) });
        });
        work.catch(reject);
      });
      for (const what of ['filesLimit', 'fieldsLimit', 'partsLimit'] as const) {
        form.on(what, () =>
          reject(
            new Refusal(
              'invalid',
              `A request can have at most ${partCountMax} files and ${limits.UPLOAD_FIELD_COUNT_MAX} fields.`,
            ),
          ),
        );
      }
      form.on('error', (error: unknown) => reject(invalidForm(error)));
      form.on('finish', () => void work.then(resolve, reject));
      source.on('error', reject);
      source.pipe(form);
    });
  } finally {
    source.unpipe();
    source.destroy();
  }
  return fields;
}

function openForm(config: BusboyConfig): InstanceType<typeof Busboy> {
  try {
    return new Busboy(config);
  } catch (error) {
    throw invalidForm(error);
  }
}

function invalidForm(error: unknown): Refusal {
  return new Refusal('invalid', `Invalid form data: ${(error as Error).message}.`);
}
