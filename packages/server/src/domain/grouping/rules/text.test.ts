import { limits } from '@seismo/protocol';
import { describe, expect, test } from 'vitest';
import { parseFingerprintRules, printFingerprintRules } from './fingerprint-text.ts';
import { parseStackRules, printStackRules } from './stack-text.ts';

describe('fingerprint rules', () => {
  test("are read as in Sentry's documentation", () => {
    const text = [
      '# You can use comments to explain the rules',
      '',
      'error.type:DatabaseUnavailable                        -> system-down',
      'type:ConnectionError value:"*timed out*"              -> connection-error, {{ transaction }} title="Connection: {{ error.type }}"',
      'family:javascript !path:"**/vendor/**" "tags.my-tag":x -> {{ default }} {{tags.my-tag}}',
    ].join('\n');
    const { rules, problems } = parseFingerprintRules(text);
    expect(problems).toEqual([]);
    expect(printFingerprintRules(rules).split('\n')).toEqual([
      'error.type:"DatabaseUnavailable" -> "system-down"',
      'error.type:"ConnectionError" error.value:"*timed out*" -> "connection-error" {{ transaction }} title="Connection: {{ error.type }}"',
      'family:"javascript" !stack.abs_path:"**/vendor/**" tags.my-tag:"x" -> {{ default }} {{ tags.my-tag }}',
    ]);
    expect(rules.map(({ line }) => line)).toEqual([3, 4, 5]);
  });

  test.each([
    ['error.typ:x -> y', 1, 9, 'Unknown condition "error.typ".'],
    ['error.type -> y', 12, 1, 'A colon and a pattern are expected after "error.type".'],
    ['error.type:x', 13, 1, 'An arrow "->" and a fingerprint are expected here.'],
    ['error.type:"x -> y', 12, 7, 'This quote is not closed.'],
    ['error.type:x ->', 16, 1, 'A fingerprint is expected after the arrow, such as {{ default }}.'],
    ['error.type:x -> {{ foo }}', 17, 9, 'Unknown variable {{ foo }}.'],
    ['error.type:x -> "a{{ default }}"', 17, 16, 'Put {{ default }} on its own, not inside text.'],
    ['error.type:x -> y name="z"', 19, 5, 'Unknown attribute "name". Use title="…".'],
    ['-> y', 1, 2, 'A condition is expected before the arrow.'],
    ['error.type: -> y', 12, 1, 'A pattern is expected after "error.type:".'],
  ])('%s', (text, column, length, message) => {
    expect(parseFingerprintRules(`\n${text}`).problems).toEqual([{ line: 2, column, length, message }]);
  });

  test('stay within bounds', () => {
    const rule = 'error.type:x -> y\n';
    expect(parseFingerprintRules(rule.repeat(limits.RULE_COUNT_MAX)).problems).toEqual([]);
    expect(parseFingerprintRules(rule.repeat(limits.RULE_COUNT_MAX + 1)).problems).toHaveLength(1);
    expect(parseFingerprintRules(`#${'x'.repeat(limits.RULES_CHARS_MAX)}`).problems).toHaveLength(1);
    expect(parseFingerprintRules(`${'app:yes '.repeat(limits.RULE_MATCHER_COUNT_MAX + 1)}-> y`).problems).toHaveLength(
      1,
    );
    expect(parseFingerprintRules(`message:${'*'.repeat(limits.PATTERN_CHARS_MAX + 1)} -> y`).problems).toHaveLength(1);
    expect(parseFingerprintRules('x\n'.repeat(500)).problems).toHaveLength(limits.RULE_PROBLEM_COUNT_MAX);
  });
});

describe('stack-trace rules', () => {
  test("are read as in Sentry's documentation", () => {
    const text = [
      'stack.abs_path:**/node_modules/** -group',
      'path:"**/vendor/*" function:*Proxy +app ^-group v-group',
      '[ function:retry ] | function:attempt -app',
      'function:attempt | [ module:"core.*" ] max-frames=3 min-frames=1',
      '!error.type:"Timeout*" app:no +group',
    ].join('\n');
    const { rules, problems } = parseStackRules(text);
    expect(problems).toEqual([]);
    expect(printStackRules(rules).split('\n')).toEqual([
      'stack.abs_path:"**/node_modules/**" -group',
      'stack.abs_path:"**/vendor/*" stack.function:"*Proxy" +app ^-group v-group',
      '[ stack.function:"retry" ] | stack.function:"attempt" -app',
      'stack.function:"attempt" | [ stack.module:"core.*" ] max-frames=3 min-frames=1',
      '!error.type:"Timeout*" app:"no" +group',
    ]);
  });

  test.each([
    ['function:x', 11, 1, 'An action is expected here, such as -app or +group.'],
    ['function:x -ap', 12, 3, 'Unknown action "-ap". Use app or group.'],
    ['-app', 1, 1, 'A condition is expected here, such as stack.function:handle*.'],
    ['[ function:x | function:y -app', 14, 1, 'A "]" is expected here, after a space.'],
    ['function:x max-frames=many', 23, 1, 'A number of frames is expected here.'],
    ['function:x category=telemetry', 12, 8, 'Frame categories are not supported. Use app or group instead.'],
    ['release:1.0 -app', 1, 7, expect.stringContaining('"release" does not apply to frames.')],
  ])('%s', (text, column, length, message) => {
    expect(parseStackRules(text).problems).toEqual([{ line: 1, column, length, message }]);
  });
});
