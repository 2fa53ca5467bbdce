import {
  Archive,
  ArchiveRestore,
  Bug,
  Check,
  ChevronsDown,
  ChevronsUp,
  CircleAlert,
  Equal,
  Info,
  OctagonAlert,
  RotateCcw,
  TriangleAlert,
  UserRound,
  UsersRound,
} from 'lucide-react';

const levels = { fatal: OctagonAlert, error: CircleAlert, warning: TriangleAlert, info: Info, debug: Bug };
const others = {
  high: ChevronsUp,
  medium: Equal,
  low: ChevronsDown,
  user: UserRound,
  team: UsersRound,
  resolve: Check,
  archive: Archive,
  reopen: RotateCcw,
  unarchive: ArchiveRestore,
};

export type RowIconName = keyof typeof levels | keyof typeof others;

/** The icons of all rows, once: a row refers to them by name. Render it beside every `IssueTable`. */
export function RowIcons() {
  return (
    <svg aria-hidden width="0" height="0" className="absolute">
      <defs>
        {Object.entries(levels).map(([name, Icon]) => (
          <Icon key={name} id={`row-${name}`} size="100%" strokeWidth={2.2} />
        ))}
        {Object.entries(others).map(([name, Icon]) => (
          <Icon key={name} id={`row-${name}`} size="100%" />
        ))}
      </defs>
    </svg>
  );
}
