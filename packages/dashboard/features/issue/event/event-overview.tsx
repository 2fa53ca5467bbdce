import type { EventPayload } from '@seismo/protocol';
import { Cog, Globe, Layers, Monitor, Package, Smartphone, UserRound, type LucideIcon } from 'lucide-react';
import { Link } from '#ui/link.tsx';
import { releaseHref } from '../../releases/search-params.ts';
import { eventFacts, type EventFact } from './event-facts.ts';

const factIcons: Record<EventFact['kind'], { icon: LucideIcon; word: string }> = {
  user: { icon: UserRound, word: 'User' },
  browser: { icon: Globe, word: 'Browser' },
  system: { icon: Monitor, word: 'Operating system' },
  device: { icon: Smartphone, word: 'Device' },
  runtime: { icon: Cog, word: 'Runtime' },
};

/** User, device, environment and release of the event in one line. */
export function EventOverview({ event }: { event: EventPayload }) {
  const facts = eventFacts(event);
  const { environment, release } = event;
  if (facts.length === 0 && !environment && !release) return null;
  return (
    <ul aria-label="Event summary" className="flex flex-wrap gap-x-5 gap-y-1 pt-3 pb-4 text-13 text-muted">
      {facts.map(({ kind, text }) => (
        <Fact key={kind} {...factIcons[kind]}>
          {text}
        </Fact>
      ))}
      {environment ? (
        <Fact icon={Layers} word="Environment">
          {environment}
        </Fact>
      ) : null}
      {release ? (
        <Fact icon={Package} word="Release">
          <Link href={releaseHref(release)} className="rounded-sm font-mono text-12 hover:underline">
            {release}
          </Link>
        </Fact>
      ) : null}
    </ul>
  );
}

function Fact({ icon: Icon, word, children }: { icon: LucideIcon; word: string; children: React.ReactNode }) {
  return (
    <li className="flex min-w-0 items-center gap-1.5" title={word}>
      <Icon size={14} aria-hidden className="shrink-0 text-faint" />
      <span className="sr-only">{word}</span>
      <span className="min-w-0 [overflow-wrap:anywhere] text-ink">{children}</span>
    </li>
  );
}
