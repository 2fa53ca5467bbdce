/** What a menu of environments offers: all, those that are shown, and the chosen one, even if it is hidden. */
export function environmentOptions(names: string[], chosen: string | undefined): [value: string, label: string][] {
  const offered = chosen && !names.includes(chosen) ? [...names, chosen] : names;
  return [['', 'All environments'], ...offered.map((name): [string, string] => [name, name])];
}
