import { limits } from '@seismo/protocol';
import { z } from 'zod';
import { sourceHosts, type SourceSettings } from '#domain/configuration/documents.ts';

const path = z.string().trim().max(limits.PATTERN_CHARS_MAX, `Use at most ${limits.PATTERN_CHARS_MAX} characters.`);

/** Becomes a link on our pages, so only web addresses are allowed. */
const repository = path.superRefine((text, context) => {
  const url = URL.parse(text);
  if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:') || url.username !== '' || url.password !== '') {
    context.addIssue('Enter the URL of the repository, such as https://github.com/acme/shop.');
  }
});

/** The location of the project's source code, as users enter it. */
export const sourceSchema: z.ZodType<SourceSettings> = z.object({
  mappings: z
    .array(
      z.object({
        repository: repository.transform((text) => text.replace(/(?:\.git)?\/*$/, '')),
        host: z.enum(sourceHosts, `Use one of these hosts: ${sourceHosts.join(', ')}.`),
        stackRoot: path,
        sourceRoot: path,
        branch: path,
      }),
    )
    .max(limits.SOURCE_MAPPING_COUNT_MAX, `Enter at most ${limits.SOURCE_MAPPING_COUNT_MAX} repositories.`),
});
