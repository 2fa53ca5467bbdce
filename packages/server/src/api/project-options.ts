import { z } from 'zod';
import type { FilterSettings, GroupingSettings, PrivacySettings } from '#query/configuration/views.ts';
import type { Viewer } from '#domain/permissions/viewer.ts';
import { Refusal } from '#platform/refusal.ts';
import type { SettingsChange } from '#command/projects/save-configuration.ts';
import type { ApiDeps } from './deps.ts';

/** Sentry stores lists in `options` as text, one entry per line. */
const listOptions = {
  'filters:error_messages': 'messages',
  'filters:releases': 'releases',
  'filters:blacklisted_ips': 'addresses',
} as const satisfies Record<string, keyof FilterSettings>;

const spikeOption = 'quotas:spike-protection-disabled';

export const optionNames = [...(Object.keys(listOptions) as ListOption[]), spikeOption] as const;

type ListOption = keyof typeof listOptions;

/** Changeable fields of a project under Sentry's names. */
export const optionsChange = z.strictObject({
  fingerprintingRules: z.string().nullish(),
  groupingEnhancements: z.string().nullish(),
  sensitiveFields: z.array(z.string()).optional(),
  safeFields: z.array(z.string()).optional(),
  dataScrubber: z.boolean().optional(),
  dataScrubberDefaults: z.boolean().optional(),
  scrubIPAddresses: z.boolean().optional(),
  options: z
    .strictObject({
      'filters:error_messages': z.string().optional(),
      'filters:releases': z.string().optional(),
      'filters:blacklisted_ips': z.string().optional(),
      [spikeOption]: z.boolean().optional(),
    })
    .optional(),
});

type OptionsChange = z.infer<typeof optionsChange>;
type Options = Awaited<ReturnType<typeof optionsOf>>;

/** A project's settings in the shape of Sentry's project details. */
export async function optionsOf(query: ApiDeps['query'], viewer: Viewer, slug: string) {
  const [filters, grouping, privacy, limits] = await Promise.all([
    query.configuration(viewer, slug, 'filters'),
    query.configuration(viewer, slug, 'grouping'),
    query.configuration(viewer, slug, 'privacy'),
    query.configuration(viewer, slug, 'limits'),
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
    options: {
      ...Object.fromEntries(
        Object.entries(listOptions).map(([option, key]) => [option, filters.settings[key].join('\n')]),
      ),
      [spikeOption]: !limits.settings.spikeProtection,
    },
  };
}

/** Translates such a change. `before`: the current answer, since clients send back unchanged fields. */
export function settingsOf(change: OptionsChange, before: Options): SettingsChange {
  const all = {
    grouping: groupingOf(change),
    privacy: privacyOf(change, before),
    filters: filtersOf(change.options ?? {}),
    limits: limitsOf(change.options?.[spikeOption]),
  };
  return Object.fromEntries(Object.entries(all).filter(([, part]) => Object.keys(part).length > 0));
}

function groupingOf({ fingerprintingRules, groupingEnhancements }: OptionsChange): Partial<GroupingSettings> {
  return {
    ...(fingerprintingRules !== undefined && { fingerprintRules: fingerprintingRules ?? '' }),
    ...(groupingEnhancements !== undefined && { stackRules: groupingEnhancements ?? '' }),
  };
}

/** One switch of Sentry is several settings here: changing it changes all of them. */
function privacyOf(change: OptionsChange, before: Options): Partial<PrivacySettings> {
  const { sensitiveFields, safeFields, scrubIPAddresses, dataScrubber, dataScrubberDefaults } = change;
  if (dataScrubber !== undefined && dataScrubberDefaults !== undefined && dataScrubber !== dataScrubberDefaults) {
    throw new Refusal('invalid', 'dataScrubberDefaults: Seismo has one setting for this and dataScrubber.');
  }
  const scrubs = dataScrubber ?? dataScrubberDefaults ?? before.dataScrubber;
  return {
    ...(sensitiveFields && { sensitiveFields: withoutEmpty(sensitiveFields) }),
    ...(safeFields && { safeFields: withoutEmpty(safeFields) }),
    ...(scrubIPAddresses !== undefined &&
      scrubIPAddresses !== before.scrubIPAddresses && { userAddress: scrubIPAddresses ? 'drop' : 'keep' }),
    ...(scrubs !== before.dataScrubber && {
      defaults: { texts: scrubs, data: scrubs, user: scrubs, request: scrubs, variables: scrubs },
    }),
  };
}

function filtersOf(options: NonNullable<OptionsChange['options']>): Partial<FilterSettings> {
  const part: Partial<FilterSettings> = {};
  for (const [option, key] of Object.entries(listOptions) as [ListOption, (typeof listOptions)[ListOption]][]) {
    const text = options[option];
    if (text !== undefined) part[key] = withoutEmpty(text.split('\n'));
  }
  return part;
}

function limitsOf(isDisabled: boolean | undefined) {
  return isDisabled === undefined ? {} : { spikeProtection: !isDisabled };
}

function withoutEmpty(entries: string[]): string[] {
  return entries.map((entry) => entry.trim()).filter((entry) => entry !== '');
}
