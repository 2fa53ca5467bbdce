import { z } from 'zod';
import type { BrowserFamily, FilterSettings } from '#query/configuration/views.ts';
import { Refusal } from '#platform/refusal.ts';
import type { Routes } from '../router.ts';

/** Sentry's names of filters, and our own for filters that Sentry lacks. */
const switches = {
  'browser-extensions': 'browserExtensions',
  'web-crawlers': 'crawlers',
  localhost: 'localhost',
  'resize-observer': 'resizeObserver',
  'script-error': 'scriptError',
  'next-control-flow': 'nextControlFlow',
} as const satisfies Record<string, keyof FilterSettings>;

/**
 * Sentry's filters of old browsers, as the first version that passes (docs.sentry.io, "Inbound Filters", read 2026-11).
 * The names with a version are former ones.
 */
const browsers: Record<string, [BrowserFamily, number]> = {
  chrome: ['chrome', 63],
  safari: ['safari', 12],
  firefox: ['firefox', 67],
  android: ['android', 4],
  edge: ['edge', 79],
  ie: ['ie', 12],
  opera: ['opera', 51],
  opera_mini: ['opera_mini', 35],
  ie_pre_9: ['ie', 9],
  ie9: ['ie', 10],
  ie10: ['ie', 11],
  ie11: ['ie', 12],
  opera_pre_15: ['opera', 15],
  opera_mini_pre_8: ['opera_mini', 8],
  android_pre_4: ['android', 4],
  safari_pre_6: ['safari', 6],
  edge_pre_79: ['edge', 79],
};

const browserFamilies = [...new Set(Object.values(browsers).map(([family]) => family))];

const filterChange = z.strictObject({
  active: z.boolean().optional(),
  subfilters: z.array(z.string()).optional(),
});

export const filterRoutes: Routes = (api, { query, command }) => {
  api.get('/projects/:org/:project/filters', {}, async (context, viewer) => {
    const { settings } = await query.configuration(viewer, context.req.param('project'), 'filters');
    const families = browserFamilies.filter((family) => settings.legacyBrowsers[family] !== undefined);
    return context.json([
      ...Object.entries(switches).map(([id, key]) => ({ id, active: settings[key] })),
      { id: 'legacy-browsers', active: families.length > 0 ? families : false },
    ]);
  });

  api.put(
    '/projects/:org/:project/filters/:filter',
    { body: filterChange },
    async (context, viewer, { body: change }) => {
      const project = context.req.param('project');
      const { settings, version } = await query.configuration(viewer, project, 'filters');
      const changed = { ...settings, ...changeOf(context.req.param('filter'), change) };
      await command.saveConfiguration(viewer, project, 'filters', changed, version);
      return context.body(null, 204);
    },
  );
};

function changeOf(filter: string, { active, subfilters }: z.infer<typeof filterChange>): Partial<FilterSettings> {
  if (filter === 'legacy-browsers') {
    const names = subfilters ?? (active ? browserFamilies : []);
    const selectedNames = names.map((name) => {
      const known = Object.hasOwn(browsers, name) ? browsers[name] : undefined;
      if (!known)
        throw new Refusal('invalid', `Unknown browser. The browsers are ${Object.keys(browsers).join(', ')}.`);
      return known;
    });
    return { legacyBrowsers: Object.fromEntries(selectedNames) };
  }
  const key = Object.hasOwn(switches, filter) ? switches[filter as keyof typeof switches] : undefined;
  if (!key)
    throw new Refusal(
      'not-found',
      `Unknown filter. The filters are ${Object.keys(switches).join(', ')}, legacy-browsers.`,
    );
  if (active === undefined) throw new Refusal('invalid', 'Set `active` to true or false.');
  return { [key]: active };
}
