/** A named function that keys, the palette, menus and toolbars run. */
export interface Command {
  /** The commands with a key are in `keys.ts`. */
  id: string;
  label: string;
  /** Other words that the palette finds it by. */
  words?: string;
  run: () => void;
}

/** What the commands act on. The palette shows groups with a name. */
export interface CommandGroup {
  name: string | null;
  commands: readonly Command[];
}

/** Returns the commands that apply at this moment, or `null`. */
export type CommandSource = () => CommandGroup | null;

/** From most to least specific. A command of selected rows goes before the same command of the focused row or the page. */
const ranks = ['selection', 'row', 'page', 'app'] as const;
export type Rank = (typeof ranks)[number];

const sources: Record<Rank, Set<CommandSource>> = {
  selection: new Set(),
  row: new Set(),
  page: new Set(),
  app: new Set(),
};

/** A command that was requested before its part of the page had loaded. */
let requested: { id: string; untilMs: number; path: string | null; isField: boolean } | null = null;
const REQUEST_MS_MAX = 10_000;
/** A field is about to take the focus: what the user types is meant for it. */
let awaitedFields = 0;

const listeners = new Set<() => void>();

/** Calls `listener` when a part of the page has loaded and provides commands. */
export function onProvided(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Adds commands until the returned function is called. */
export function provideCommands(rank: Rank, source: CommandSource): () => void {
  sources[rank].add(source);
  for (const listener of listeners) listener();
  if (requested && !isRequestOpen()) requested = null;
  const command = requested && source()?.commands.find(({ id }) => id === requested?.id);
  if (command) {
    requested = null;
    command.run();
  }
  return () => void sources[rank].delete(source);
}

/** The groups that apply now, the most specific first. Groups with the same name are joined. */
export function commandGroups(of: readonly Rank[] = ranks): CommandGroup[] {
  const groups = of.flatMap((rank) => [...sources[rank]].flatMap((source) => source() ?? []));
  const byName = Map.groupBy(groups, ({ name }) => name);
  return [...byName].map(([name, same]) => ({ name, commands: same.flatMap(({ commands }) => commands) }));
}

/** Runs the most specific command with this ID, in place of one that still waits. Returns whether there is one. */
export function runCommand(id: string): boolean {
  const command = findCommand(id);
  if (!command) return false;
  requested = null;
  command.run();
  return true;
}

interface Request {
  waitMs?: number;
  /** Only while this page is open. */
  path?: string | null;
  /** It moves the focus to a field: letters that follow are meant for the field. */
  isField?: boolean;
}

/** Runs the command once a page provides it. A later request replaces an earlier one. */
export function runWhenProvided(id: string, request: Request = {}): void {
  if (runCommand(id)) return;
  const { waitMs = REQUEST_MS_MAX, path = null, isField = id === 'search' } = request;
  requested = { id, untilMs: performance.now() + waitMs, path, isField };
}

const isRequestOpen = (): boolean =>
  requested !== null &&
  performance.now() <= requested.untilMs &&
  (requested.path === null || requested.path === location.pathname);

/** While a dialog with a field loads, letters are no commands. Returns the function that ends this. */
export function awaitField(): () => void {
  awaitedFields += 1;
  return () => void (awaitedFields -= 1);
}

/** Whether a letter is meant for a field that is about to take the focus. */
export const isFieldAwaited = (): boolean => awaitedFields > 0 || (isRequestOpen() && requested!.isField);

function findCommand(id: string): Command | undefined {
  return commandGroups()
    .flatMap(({ commands }) => commands)
    .find((command) => command.id === id);
}
