import type { IssueChange } from '@seismo/server';
import { count } from '#ui/count.ts';

type Status = NonNullable<IssueChange['status']>;

/** One way to resolve or archive, as menus show it and toasts say it. */
export interface LifeChoice {
  name: string;
  said: string;
  status: Status;
}

const hourMs = 3_600_000;

export function resolveChoices(release: string | null): (LifeChoice & { note?: string })[] {
  return [
    { name: 'Now', said: 'resolved', status: { to: 'resolved', in: 'now' } },
    ...(release === null
      ? []
      : [
          {
            name: 'In next release',
            note: `after ${release}`,
            said: 'resolved in the next release',
            status: { to: 'resolved', in: 'next-release' } as const,
          },
          {
            name: 'In this release',
            note: release,
            said: `resolved in ${release}`,
            status: { to: 'resolved', in: 'current-release' } as const,
          },
        ]),
  ];
}

export const archiveChoices: LifeChoice[] = [
  {
    name: 'Until it escalates',
    said: 'archived until it escalates',
    status: { to: 'archived', until: 'escalating' },
  },
  ...(
    [
      ['hour', 1],
      ['day', 24],
      ['week', 7 * 24],
    ] as const
  ).map(([name, hours]): LifeChoice => ({
    name: `For ${name === 'hour' ? 'an' : 'a'} ${name}`,
    said: `archived for ${name === 'hour' ? 'an' : 'a'} ${name}`,
    status: { to: 'archived', until: 'time', forMs: hours * hourMs },
  })),
  ...[10, 100, 1000].map((more): LifeChoice => ({
    name: `Until ${count(more)} more events`,
    said: `archived until ${count(more)} more events`,
    status: { to: 'archived', until: 'events', more },
  })),
  ...[10, 100].map((more): LifeChoice => ({
    name: `Until ${more} more users`,
    said: `archived until ${more} more users`,
    status: { to: 'archived', until: 'users', more },
  })),
  { name: 'Forever', said: 'archived forever', status: { to: 'archived', until: 'forever' } },
];
