/** Platforms by Sentry's names, which are stored with the project. */
export const platforms = [
  { id: 'javascript-nextjs', name: 'Next.js' },
  { id: 'javascript-react', name: 'React' },
  { id: 'javascript', name: 'Browser JavaScript' },
  { id: 'javascript-vue', name: 'Vue' },
  { id: 'javascript-svelte', name: 'Svelte' },
  { id: 'javascript-angular', name: 'Angular' },
  { id: 'node', name: 'Node.js' },
  { id: 'python', name: 'Python' },
  { id: 'python-django', name: 'Django' },
  { id: 'php', name: 'PHP' },
  { id: 'php-laravel', name: 'Laravel' },
  { id: 'ruby', name: 'Ruby' },
  { id: 'ruby-rails', name: 'Rails' },
  { id: 'go', name: 'Go' },
  { id: 'java', name: 'Java' },
  { id: 'rust', name: 'Rust' },
  { id: 'native', name: 'C and C++' },
  { id: 'elixir', name: 'Elixir' },
  { id: 'dotnet', name: '.NET' },
  { id: 'react-native', name: 'React Native' },
  { id: 'flutter', name: 'Flutter' },
  { id: 'other', name: 'Other' },
] as const;

export type PlatformId = (typeof platforms)[number]['id'];

/** `python-fastapi` falls back to `python`, an unknown platform to `other`. */
export function platformOf(text: string | undefined): PlatformId {
  for (let name = text ?? ''; name !== ''; name = name.slice(0, Math.max(0, name.lastIndexOf('-')))) {
    const found = platforms.find(({ id }) => id === name);
    if (found) return found.id;
  }
  return 'other';
}

/** The display name. A platform without setup steps keeps its own name. */
export function platformName(platform: string): string {
  if (platform === '') return 'Unknown platform';
  const found = platformOf(platform);
  return found === 'other' && platform !== 'other' ? platform : platforms.find(({ id }) => id === found)!.name;
}

/** Whether its reports are from browsers, where ad blockers may stop them. */
export function runsInBrowsers(platform: PlatformId): boolean {
  return platform.startsWith('javascript');
}
