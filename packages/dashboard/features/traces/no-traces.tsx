import { buttonClass } from '#ui/button.tsx';
import { Link } from '#ui/link.tsx';
import { Empty } from '#ui/states/empty.tsx';

/** Why there are no spans, and how to send some. */
export function NoTraces({ isNarrowed }: { isNarrowed: boolean }) {
  if (isNarrowed) {
    return (
      <Empty title="No traces in these projects and environments">
        <Link href="/traces" className={buttonClass()}>
          Show all traces
        </Link>
      </Empty>
    );
  }
  return (
    <Empty title="No traces in this time">
      <p>
        Select a longer time. Sentry SDKs send spans if <code>tracesSampleRate</code> is set. OpenTelemetry exporters
        send them to <code>/v1/traces</code> with the client key of a project in the header <code>x-sentry-auth</code>.
      </p>
    </Empty>
  );
}
