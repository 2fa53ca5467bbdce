import { chanceOf, type Chance } from './chance.ts';
import { occurrences, releases, rhythm, users, type DemoRelease, type Occurrence } from './plan.ts';
import { rewriteEnvelope, type Variation } from './rewrite.ts';
import { readTemplates, type DemoBuild, type DemoProject, type Template, type TemplateEnvelope } from './templates.ts';

export { demoProjects } from './plan.ts';
export type { DemoProject } from './templates.ts';

export interface DemoEnvelope {
  project: DemoProject;
  scenario: string;
  receivedAtMs: number;
  clientAddress: string;
  userAgent: string;
  body: Uint8Array;
}

/** A visit takes a few seconds to send its reports; none may end in the future. */
const VISIT_MS_MAX = 60_000;
const STAGING_SHARE = 0.09;
/** The share of users with a page from before the release. */
const LAGGING_SHARE = 0.12;
/** The shop's own servers report from one place. */
const SERVER_ADDRESS = '192.0.2.20';
/** The share of failed visits whose session is replayed: most visits do not fail, so few failed sessions are plausible. */
const SESSION_SHARE = 0.08;
/** One of this many clients sends an event again because the response was lost. */
const RESENT_EVERY = 80;
const RESENT_AFTER_MS = 5_000;

function visitTime(occurrence: Occurrence, nowMs: number, chance: Chance): number {
  const fromMs = nowMs - occurrence.fromAgoMs;
  const toMs = nowMs - Math.max(occurrence.toAgoMs, VISIT_MS_MAX);
  for (;;) {
    const atMs = Math.floor(fromMs + chance.next() * (toMs - fromMs));
    // A short window has no rhythm of its own.
    if (toMs - fromMs < 12 * 3_600_000 || chance.next() < rhythm(new Date(atMs).getUTCHours())) return atMs;
  }
}

/** The visitor's release, and the recordings of that build. A visitor with an old page runs the previous release. */
function versionOf(occurrence: Occurrence, recorded: Template[], atMs: number, nowMs: number, chance: Chance) {
  const isStaging = occurrence.staging ?? false;
  const live = releases.filter(({ agoMs, onStaging }) => onStaging === isStaging && nowMs - agoMs <= atMs);
  const old = !occurrence.justCame && chance.next() < LAGGING_SHARE ? live.at(-2) : undefined;
  for (const release of [old, live.at(-1)]) {
    const variants = release
      ? recorded.filter((each) => isFirst(each) && each.build === buildOf(each.project, release))
      : [];
    if (release && variants.length > 0) return { version: release.version, variants };
  }
  throw new Error(`Nothing was recorded for ${occurrence.scenario} of the release that was live then`);
}

/** Of a visit of several apps, the visitor's. */
const isFirst = ({ visit, project }: Template): boolean => visit === null || project === 'shop-web';

/** Servers run as they were written. */
function buildOf(project: DemoProject, release: DemoRelease): DemoBuild {
  return project === 'shop-web' ? release.build : 'production';
}

function holdsOnlySessions(envelope: TemplateEnvelope): boolean {
  return envelope.items.every(({ header }) => header['type'] === 'session' || header['type'] === 'sessions');
}

interface Planned {
  template: Template;
  envelope: TemplateEnvelope;
  variation: Variation;
  receivedAtMs: number;
}

/** `others`: of the same visit, by the apps that the first called. */
function planVisit(
  [template, ...others]: [Template, ...Template[]],
  version: string,
  atMs: number,
  visitKey: string,
  chance: Chance,
): Planned[] {
  const isServer = template.project !== 'shop-web';
  const variation: Variation = {
    visitKey,
    shiftMs: atMs - template.recordedAtMs,
    release: `${template.project}@${version}`,
    // A browser build contains its environment.
    environment: isServer ? (chance.next() < STAGING_SHARE ? 'staging' : 'production') : null,
    user: chance.pick(users),
  };
  const withSessions = template.envelopes.every(holdsOnlySessions) || chance.next() < SESSION_SHARE;
  const own = template.envelopes
    .filter((envelope) => withSessions || !holdsOnlySessions(envelope))
    .map((envelope) => ({ template, envelope, variation, receivedAtMs: atMs + envelope.afterMs }));
  const called = others.flatMap((other) =>
    other.envelopes
      .filter((envelope) => !holdsOnlySessions(envelope))
      .map((envelope) => ({
        template: other,
        envelope,
        variation: { ...variation, release: `${other.project}@${version}` },
        receivedAtMs: atMs + envelope.afterMs,
      })),
  );
  return [...own, ...called];
}

function resent(planned: Planned[]): Planned[] {
  return planned
    .filter(({ envelope }) => holdsEvent(envelope))
    .filter((_, nth) => (nth + 1) % RESENT_EVERY === 0)
    .map((each) => ({ ...each, receivedAtMs: each.receivedAtMs + RESENT_AFTER_MS }));
}

function holdsEvent(envelope: TemplateEnvelope): boolean {
  return envelope.items.some(({ header }) => header['type'] === 'event');
}

/**
 * The last fourteen days of a small shop, oldest first: envelopes of real SDKs (packages/main/demo/envelopes), replayed
 * with other times, users and releases. The same `nowMs` and `seed` always give the same bytes.
 */
export function* demoEnvelopes(nowMs: number, seed: number): Iterable<DemoEnvelope> {
  const chance = chanceOf(seed);
  const templates = Map.groupBy(readTemplates(), ({ scenario }) => scenario);
  const planned: Planned[] = [];
  for (const [row, occurrence] of occurrences.entries()) {
    const recorded = templates.get(occurrence.scenario);
    if (!recorded) throw new Error(`Nothing was recorded for the scenario ${occurrence.scenario}`);
    for (let turn = 0; turn < occurrence.count; turn += 1) {
      const atMs = visitTime(occurrence, nowMs, chance);
      const { version, variants } = versionOf(occurrence, recorded, atMs, nowMs, chance);
      const picked = chance.pick(variants);
      const others = recorded.filter((each) => each !== picked && each.visit !== null && each.visit === picked.visit);
      planned.push(...planVisit([picked, ...others], version, atMs, `${seed}:${row}:${turn}:`, chance));
    }
  }
  planned.push(...resent(planned));
  planned.sort((one, other) => one.receivedAtMs - other.receivedAtMs);
  for (const { template, envelope, variation, receivedAtMs } of planned) {
    yield {
      project: template.project,
      scenario: template.scenario,
      receivedAtMs,
      clientAddress: template.project === 'shop-web' ? variation.user.address : SERVER_ADDRESS,
      userAgent: template.userAgent,
      body: rewriteEnvelope(envelope, variation),
    };
  }
}
