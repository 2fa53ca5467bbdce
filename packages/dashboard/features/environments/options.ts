/** The options of an environment menu: all, the visible ones, and the selected one even if it is hidden. */
export function environmentOptions(names: string[], selected: string | undefined): [value: string, label: string][] {
  const offered = selected && !names.includes(selected) ? [...names, selected] : names;
  return [['', 'All environments'], ...offered.map((name): [string, string] => [name, name])];
}
