import { z } from 'zod';
import type { FilterSettings, GroupingSettings, PrivacySettings } from '#query/configuration/views.ts';
import type { Viewer } from '#query/viewer.ts';
import type { ApiDeps } from './deps.ts';

/** Sentry keeps lists in `options` as text, one entry a line. */
const listOptions = {
  'filters:error_messages': 'messages',
  'filters:releases': 'releases',
  'filters:blacklisted_ips': 'addresses',
} as const satisfies Record<string, keyof FilterSettings>;

type ListOption = keyof typeof listOptions;

/** What may be changed of a project under Sentry's names. */
export const optionsChange = z.strictObject({
  fingerprintingRules: z.string().nullish(),
  groupingEnhancements: z.string().nullish(),
  sensitiveFields: z.array(z.string()).optional(),
  safeFields: z.array(z.string()).optional(),
  dataScrubber: z.boolean().optional(),
  dataScrubberDefaults: z.boolean().optional(),
  scrubIPAddresses: z.boolean().optional(),
  options: z.partialRecord(z.enum(Object.keys(listOptions) as ListOption[]), z.string()).optional(),
});

/** A project's settings in the shape of Sentry's project details. */
export async function optionsOf(query: ApiDeps['query'], viewer: Viewer, slug: string) {
  const [filters, grouping, privacy] = await Promise.all([
    query.configuration(viewer, slug, 'filters'),
    query.configuration(viewer, slug, 'grouping'),
    query.configuration(viewer, slug, 'privacy'),
  ]);
  const scrubs = Object.values(privacy.settings.defaults).some(Boolean);
  return {
    fingerprintingRules: grouping.settings.fingerprintRules,
    groupingEnhancements: grouping.settings.stackRules,
    sensitiveFields: privacy.settings.sensitiveFields,
    safeFields: privacy.settings.safeFields,
    dataScrubber: scrubs,
    dataScrubberDefaults: scrubs,
    scrubIPAddresses: privacy.settings.userAddress === 'drop',
    options: Object.fromEntries(
      Object.entries(listOptions).map(([option, key]) => [option, filters.settings[key].join('\n')]),
    ),
  };
}

/** Writes what was said, and leaves the rest as it is. */
export async function changeOptions(
  { query, command }: Pick<ApiDeps, 'query' | 'command'>,
  viewer: Viewer,
  slug: string,
  change: z.infer<typeof optionsChange>,
): Promise<void> {
  const write = async (name: 'filters' | 'grouping' | 'privacy', part: object) => {
    if (Object.keys(part).length === 0) return;
    const { settings, version } = await query.configuration(viewer, slug, name);
    await command.saveConfiguration(viewer, slug, name, { ...settings, ...part }, version);
  };
  await write('grouping', groupingOf(change));
  await write('privacy', privacyOf(change));
  await write('filters', filtersOf(change.options ?? {}));
}

function groupingOf({
  fingerprintingRules,
  groupingEnhancements,
}: z.infer<typeof optionsChange>): Partial<GroupingSettings> {
  return {
    ...(fingerprintingRules !== undefined && { fingerprintRules: fingerprintingRules ?? '' }),
    ...(groupingEnhancements !== undefined && { stackRules: groupingEnhancements ?? '' }),
  };
}

function privacyOf(change: z.infer<typeof optionsChange>): Partial<PrivacySettings> {
  const { sensitiveFields, safeFields, scrubIPAddresses } = change;
  const scrubs = change.dataScrubber ?? change.dataScrubberDefaults;
  return {
    ...(sensitiveFields && { sensitiveFields: withoutEmpty(sensitiveFields) }),
    ...(safeFields && { safeFields: withoutEmpty(safeFields) }),
    ...(scrubIPAddresses !== undefined && { userAddress: scrubIPAddresses ? 'drop' : 'keep' }),
    ...(scrubs !== undefined && {
      defaults: { texts: scrubs, data: scrubs, user: scrubs, request: scrubs, variables: scrubs },
    }),
  };
}

function filtersOf(options: Partial<Record<ListOption, string>>): Partial<FilterSettings> {
  const part: Partial<FilterSettings> = {};
  for (const [option, text] of Object.entries(options)) {
    part[listOptions[option as ListOption]] = withoutEmpty(text.split('\n'));
  }
  return part;
}

function withoutEmpty(entries: string[]): string[] {
  return entries.map((entry) => entry.trim()).filter((entry) => entry !== '');
}
