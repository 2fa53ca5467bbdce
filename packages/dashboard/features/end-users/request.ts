import type { EndUserRequest, IdentifierKind } from '@seismo/server';

/** The fields of the form, in its order. */
export const identifierFields: readonly [kind: IdentifierKind, label: string, placeholder: string][] = [
  ['email', 'Email addresses', 'ada@example.com'],
  ['id', 'User IDs', '4711'],
  ['username', 'User names', 'ada'],
  ['ip', 'IP addresses', '203.0.113.7'],
];

/** Identifiers have a line each; without a project, all are meant. */
export function endUserRequest(textOf: (name: string) => string): EndUserRequest {
  const project = textOf('project');
  return {
    projects: project === '' ? [] : [project],
    identifiers: identifierFields.flatMap(([kind]) =>
      textOf(kind)
        .split('\n')
        .map((line) => line.trim())
        .filter((value) => value !== '')
        .map((value) => ({ kind, value })),
    ),
  };
}
