import type { z } from 'zod';
import type { ConfigurationName } from '#store/state/contract.ts';
import { filterSchema } from './filters.ts';

/** What may be written under each name. */
export const configurationSchemas: Partial<Record<ConfigurationName, z.ZodType<object>>> = {
  filters: filterSchema,
};
