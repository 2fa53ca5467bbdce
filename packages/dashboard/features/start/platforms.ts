/** What a project may be made of. The ids are stored with the project. */
export const platforms = [
  { id: 'javascript', name: 'Browser JavaScript' },
  { id: 'javascript-react', name: 'React' },
  { id: 'javascript-nextjs', name: 'Next.js' },
  { id: 'node', name: 'Node.js' },
  { id: 'other', name: 'Any other SDK' },
] as const;

export type PlatformId = (typeof platforms)[number]['id'];

export function platformOf(text: string | undefined): PlatformId {
  return platforms.find((platform) => platform.id === text)?.id ?? 'other';
}
