import { limits } from '@seismo/protocol';
import type { EventPayload, Frame, Grouping, GroupingComponent, Stacktrace } from '@seismo/protocol';
import { Work } from '../../glob/work.ts';
import { joinByDigest } from '../../error-digest/join.ts';
import { earlierHash, group } from '../group.ts';
import type { GroupingSettings } from '../../configuration/documents.ts';
import { compileFingerprintRule, fill, fillFingerprint, matchFingerprint } from './fingerprint.ts';
import type { CompiledFingerprintRule } from './fingerprint.ts';
import { parseFingerprintRules } from './fingerprint-text.ts';
import { applyStackRules, compileStackRule, type CompiledStackRule, type StackRuleEffects } from './stack.ts';
import { parseStackRules } from './stack-text.ts';
import type { StackAction } from './syntax.ts';

export interface GroupingRules {
  fingerprints: CompiledFingerprintRule[];
  stack: CompiledStackRule[];
}

/** Invalid lines are skipped; the settings refuse to save them. */
export function compileGroupingRules({ fingerprintRules, stackRules }: GroupingSettings): GroupingRules {
  return {
    fingerprints: parseFingerprintRules(fingerprintRules).rules.map(compileFingerprintRule),
    stack: parseStackRules(stackRules).rules.map(compileStackRule),
  };
}

export interface GroupedEvent {
  grouping: Grouping;
  /** The title from a rule. */
  title: string | null;
  /** The hash of such events by an earlier version of grouping. An issue with it gets them. */
  earlierHash: string | null;
}

/**
 * Groups an event by the project's rules, with the title if a rule sets one. Marks frames of the event as in-app or
 * not. Without rules it only calls `group`: the frozen algorithm gets another view of the event and never changes.
 */
export function groupEvent(event: EventPayload, { fingerprints, stack }: GroupingRules): GroupedEvent {
  const work = { stack: new Work(), fingerprint: new Work() };
  const effects = applyStackRules(stack, event, work.stack);
  const rule = matchFingerprint(fingerprints, event, work.fingerprint);
  const seen = viewOf(event, effects);
  const view = rule ? { ...seen, fingerprint: fillFingerprint(rule.fingerprint, event) } : seen;
  const own = group(view);
  const grouping = joinByDigest(event, own);
  if (rule) explainFingerprint(grouping, rule);
  explainLeftOut(grouping, effects);
  const acted = [...effects.acted].map(([one, frames]) => explain(one, frames));
  const notes = [
    ...skippedRules('stack-trace', work.stack),
    ...skippedRules('fingerprint', work.fingerprint),
    ...acted,
  ];
  if (notes.length > 0) {
    grouping.components = [...notes, ...grouping.components].slice(0, limits.GROUPING_COMPONENT_COUNT_MAX);
  }
  const title = rule?.title ? fill(rule.title, event).trim().slice(0, limits.TITLE_CHARS_MAX) : '';
  return { grouping, title: title || null, earlierHash: earlierHash(view, grouping) };
}

/** The event as grouping sees it: a frame is in-app there if a rule adds it, and not in-app if a rule removes it. */
function viewOf(event: EventPayload, effects: StackRuleEffects): EventPayload {
  const isOwn = [...effects.acted.keys()].some((rule) =>
    rule.actions.some((action) => action.kind === 'mark' && action.on),
  );
  const decidesForV1 = [...effects.app].some(({ in_app_v1: asV1 }) => asV1 !== undefined);
  if (effects.group.size === 0 && effects.counts.size === 0 && !isOwn && !decidesForV1) return event;
  const seen = <Holder extends { stacktrace?: Stacktrace }>(holder: Holder): Holder =>
    holder.stacktrace ? { ...holder, stacktrace: { frames: framesSeen(holder.stacktrace, effects) } } : holder;
  return seen({
    ...event,
    ...(event.exception && { exception: { values: event.exception.values.map(seen) } }),
    ...(event.threads && { threads: { values: event.threads.values.map(seen) } }),
  });
}

function framesSeen(stacktrace: Stacktrace, effects: StackRuleEffects): Frame[] {
  const frames = stacktrace.frames.map((frame) => {
    const counts = effects.group.get(frame) ?? frame.in_app === true;
    const isForced = counts && (effects.group.has(frame) || frame.in_app_before_rules === false);
    const effective = isForced ? { ...frame, in_app: true, ...ownNames(frame) } : { ...frame, in_app: counts };
    // A rule decides for every version of grouping.
    if (effects.group.has(frame) || effects.app.has(frame)) delete effective.in_app_v1;
    return effective;
  });
  const { max = 0, min = 0 } = effects.counts.get(stacktrace) ?? {};
  const counting = frames.filter((frame) => frame.in_app).toReversed();
  const left = counting.length < min ? counting : max > 0 ? counting.slice(max) : [];
  for (const frame of left) frame.in_app = false;
  return frames;
}

/** Grouping never counts frames of an installed package, even if a rule marks them as in-app. */
function ownNames({ filename, abs_path: absPath }: Frame): Partial<Frame> {
  const own = (path: string) => path.replace(/^.*node_modules[/\\]/s, '').replace(/^node:/, '');
  return {
    ...(filename !== undefined && { filename: own(filename) }),
    ...(absPath !== undefined && { abs_path: own(absPath) }),
  };
}

function explain(rule: CompiledStackRule, frames: number): GroupingComponent {
  const actions = rule.actions.map((action) => describe(action)).join(', ');
  const reach = frames > 0 ? ` (${frames} ${frames === 1 ? 'frame' : 'frames'})` : '';
  return { kind: 'rule', value: shortened(rule.text), contributes: true, why: `stack-trace rule: ${actions}${reach}` };
}

function skippedRules(name: string, work: Work): GroupingComponent[] {
  if (work.left >= 0) return [];
  const why = `too many frames for this many ${name} rules; the remaining rules were not applied`;
  return [{ kind: 'rule', value: '', contributes: false, why }];
}

function describe(action: StackAction): string {
  if (action.kind === 'count') {
    return action.name === 'max-frames'
      ? `uses at most ${action.count} frames`
      : `needs at least ${action.count} frames`;
  }
  if (action.target === 'app') return action.on ? 'is in-app' : 'is not in-app';
  return action.on ? 'used for grouping' : 'not used for grouping';
}

/** Fingerprints of clients and rules are grouped alike; only the explanation differs. */
function explainFingerprint(grouping: Grouping, rule: CompiledFingerprintRule): void {
  for (const component of grouping.components) {
    if (component.kind === 'fingerprint' && component.why === 'set by the client') component.why = 'set by a rule';
    else if (component.why.startsWith('the client set a fingerprint')) {
      component.why = 'the rule sets a fingerprint without {{ default }}';
    }
  }
  grouping.summary = grouping.summary.replace("the client's fingerprint", 'a fingerprint rule');
  grouping.components.unshift({
    kind: 'rule',
    value: shortened(rule.text),
    contributes: true,
    why: 'fingerprint rule',
  });
}

/** The frozen algorithm treats frames that a rule excludes as not in-app; the explanation names the rule. */
function explainLeftOut(grouping: Grouping, { leftOut }: StackRuleEffects): void {
  const rules = new Map([...leftOut].map(([frame, rule]) => [nameOf(frame), rule]));
  for (const component of grouping.components) {
    const rule = component.kind === 'frame' && component.why === 'not in-app' ? rules.get(component.value) : undefined;
    if (rule) component.why = `excluded by the rule ${shortened(rule.text)}`;
  }
}

/** As the algorithm names a frame among the components. */
function nameOf({ function: name, filename, abs_path: path, module }: Frame): string {
  const file = filename ?? path ?? module ?? '';
  return `${(name || '?').slice(0, 100)}${file === '' ? '' : ` in ${file.slice(-90)}`}`;
}

function shortened(text: string): string {
  return text.length > limits.RULE_SUMMARY_CHARS_MAX ? `${text.slice(0, limits.RULE_SUMMARY_CHARS_MAX - 1)}…` : text;
}
