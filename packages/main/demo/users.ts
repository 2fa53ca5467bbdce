/** The users of the shop. `demo` is the user who started the server. */
export const people = {
  demo: { email: 'demo@localhost', name: 'Demo', role: 'owner' },
  mira: { email: 'mira.vogel@acme.example', name: 'Mira Vogel', role: 'admin' },
  ines: { email: 'ines.duarte@acme.example', name: 'Ines Duarte', role: 'member' },
  jonas: { email: 'jonas.brandt@acme.example', name: 'Jonas Brandt', role: 'member' },
  tom: { email: 'tom.okafor@acme.example', name: 'Tom Okafor', role: 'member' },
} as const;

export type Colleague = keyof typeof people;

export const teams: readonly { slug: string; name: string; members: Colleague[] }[] = [
  { slug: 'checkout', name: 'Checkout', members: ['demo', 'mira', 'jonas'] },
  { slug: 'platform', name: 'Platform', members: ['tom', 'ines'] },
];
