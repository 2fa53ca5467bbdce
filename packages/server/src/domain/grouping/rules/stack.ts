import type { EventPayload, ExceptionValue, Frame, Stacktrace } from '@seismo/protocol';
import type { Work } from '../../glob/work.ts';
import { compileMatcher, type Condition } from './match.ts';
import type { StackAction, StackRule } from './syntax.ts';

export interface CompiledStackRule extends StackRule {
  calledBy: Condition | null;
  conditions: Condition[];
  calls: Condition | null;
}

export function compileStackRule(rule: StackRule): CompiledStackRule {
  return {
    ...rule,
    calledBy: rule.caller && compileMatcher(rule.caller),
    conditions: rule.matchers.map(compileMatcher),
    calls: rule.callee && compileMatcher(rule.callee),
  };
}

/** The effect of stack-trace rules. */
export interface StackRuleEffects {
  /** Frames that a rule adds to or removes from grouping. */
  group: Map<Frame, boolean>;
  /** Frames whose `in_app` a rule sets. */
  app: Set<Frame>;
  /** By stack: how many frames may decide, and how many must. */
  counts: Map<Stacktrace, { max: number; min: number }>;
  /** Frames that a rule excluded, with the last such rule. */
  leftOut: Map<Frame, CompiledStackRule>;
  /** Rules that acted, and on how many frames. */
  acted: Map<CompiledStackRule, number>;
}

/**
 * Applies every rule, in order, to every stack of the event. `app` changes `in_app` of the frame itself (and saves the
 * original value, so that other rules can run on the same event later); `group` and the counts are returned.
 */
export function applyStackRules(
  rules: readonly CompiledStackRule[],
  event: EventPayload,
  work: Work,
): StackRuleEffects {
  const effects: StackRuleEffects = {
    group: new Map(),
    app: new Set(),
    counts: new Map(),
    leftOut: new Map(),
    acted: new Map(),
  };
  for (const { stacktrace, exception } of stacksOf(event)) {
    for (const frame of stacktrace.frames) restore(frame);
    for (const rule of rules) if (work.left >= 0) applyRule(rule, { event, exception, stacktrace }, effects, work);
  }
  return effects;
}

interface FrameContext {
  event: EventPayload;
  exception: ExceptionValue | undefined;
  stacktrace: Stacktrace;
}

function* stacksOf(event: EventPayload): Generator<{ stacktrace: Stacktrace; exception: ExceptionValue | undefined }> {
  for (const exception of event.exception?.values ?? []) {
    if (exception.stacktrace) yield { stacktrace: exception.stacktrace, exception };
  }
  for (const { stacktrace } of event.threads?.values ?? []) if (stacktrace) yield { stacktrace, exception: undefined };
  if (event.stacktrace) yield { stacktrace: event.stacktrace, exception: undefined };
}

function restore(frame: Frame): void {
  if (frame.in_app_before_rules === undefined) return;
  frame.in_app = frame.in_app_before_rules;
  delete frame.in_app_before_rules;
}

function applyRule(rule: CompiledStackRule, at: FrameContext, effects: StackRuleEffects, work: Work): void {
  const { frames } = at.stacktrace;
  const holdsAt = (condition: Condition, index: number) => {
    const frame = frames[index];
    return (
      frame !== undefined &&
      work.spend() &&
      condition.matches({ work, event: at.event, exception: at.exception, frame })
    );
  };
  // All frames are matched before any is changed: rules do not see their own effects.
  const matched = [...frames.keys()].filter(
    (index) =>
      rule.conditions.every((condition) => holdsAt(condition, index)) &&
      (rule.calledBy === null || holdsAt(rule.calledBy, index - 1)) &&
      (rule.calls === null || holdsAt(rule.calls, index + 1)),
  );
  if (matched.length === 0) return;
  const touched = new Set<number>();
  for (const action of rule.actions)
    if (work.left >= 0) act(rule, action, matched, at.stacktrace, effects, touched, work);
  effects.acted.set(rule, (effects.acted.get(rule) ?? 0) + touched.size);
}

function act(
  rule: CompiledStackRule,
  action: StackAction,
  matched: readonly number[],
  stacktrace: Stacktrace,
  effects: StackRuleEffects,
  touched: Set<number>,
  work: Work,
): void {
  if (action.kind === 'count') {
    const counts = effects.counts.get(stacktrace) ?? { max: 0, min: 0 };
    counts[action.name === 'max-frames' ? 'max' : 'min'] = action.count;
    effects.counts.set(stacktrace, counts);
    return;
  }
  for (const index of framesInRange(action.range, matched, stacktrace.frames.length)) {
    touched.add(index);
    work.spend();
    const frame = stacktrace.frames[index]!;
    if (action.on) effects.leftOut.delete(frame);
    else effects.leftOut.set(frame, rule);
    if (action.target === 'app') effects.app.add(frame);
    if (action.target === 'group') effects.group.set(frame, action.on);
    else if ((frame.in_app === true) !== action.on) {
      frame.in_app_before_rules ??= frame.in_app === true;
      frame.in_app = action.on;
    }
  }
}

/** Frames are listed from the outermost call: nearer to the error is further down the list. */
function framesInRange(range: 'up' | 'down' | null, matched: readonly number[], frameCount: number): Iterable<number> {
  if (range === null) return matched;
  const all = Array.from({ length: frameCount }, (_, index) => index);
  return range === 'up' ? all.slice(matched[0]! + 1) : all.slice(0, matched.at(-1)!);
}
