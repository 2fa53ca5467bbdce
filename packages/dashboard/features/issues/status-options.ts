import type { IssueChange } from '@seismo/server';
import { count } from '#ui/count.ts';

type Status = NonNullable<IssueChange['status']>;

/** A resolve or archive option with its menu name and toast message. */
export interface StatusOption {
  name: string;
  message: string;
  status: Status;
}

const hourMs = 3_600_000;

/** In the newest release of the project, `release`, or, if environments are selected, the newest seen in them. */
export function resolveOptions(
  release: string | null,
  environments: string[] = [],
): (StatusOption & { note?: string })[] {
  const isAll = environments.length === 0;
  const [only, ...others] = environments;
  const of = isAll ? '' : ` of ${others.length > 0 ? `${environments.length} environments` : only}`;
  return [
    { name: 'Now', message: 'resolved', status: { to: 'resolved', in: 'now' } },
    ...(release === null
      ? []
      : [
          {
            name: `In next release${of}`,
            ...(isAll && { note: `after ${release}` }),
            message: `resolved in the next release${of}`,
            status: { to: 'resolved', in: 'next-release', environments } as const,
          },
          {
            name: `In latest release${of}`,
            ...(isAll && { note: release }),
            message: isAll ? `resolved in ${release}` : `resolved in the latest release${of}`,
            status: { to: 'resolved', in: 'current-release', environments } as const,
          },
        ]),
  ];
}

export const archiveOptions: StatusOption[] = [
  {
    name: 'Until it escalates',
    message: 'archived until it escalates',
    status: { to: 'archived', until: 'escalating' },
  },
  ...(
    [
      ['hour', 1],
      ['day', 24],
      ['week', 7 * 24],
    ] as const
  ).map(([name, hours]): StatusOption => ({
    name: `For ${name === 'hour' ? 'an' : 'a'} ${name}`,
    message: `archived for ${name === 'hour' ? 'an' : 'a'} ${name}`,
    status: { to: 'archived', until: 'time', forMs: hours * hourMs },
  })),
  ...[10, 100, 1000].map((more): StatusOption => ({
    name: `Until ${count(more)} more events`,
    message: `archived until ${count(more)} more events`,
    status: { to: 'archived', until: 'events', more },
  })),
  ...[10, 100].map((more): StatusOption => ({
    name: `Until ${more} more users`,
    message: `archived until ${more} more users`,
    status: { to: 'archived', until: 'users', more },
  })),
  { name: 'Forever', message: 'archived forever', status: { to: 'archived', until: 'forever' } },
];
