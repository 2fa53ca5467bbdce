import { Empty } from '#ui/states/empty.tsx';
import { runtime } from '#server/runtime.ts';
import { organizationId, runQuery } from '#server/viewer.ts';
import { Section } from '#ui/section.tsx';
import { Backups } from './backups.tsx';
import { HealthReport } from './health-report.tsx';

export async function ServerHealth() {
  if (!(await runQuery((viewer) => runtime().query.mayCheckServer(viewer)))) {
    return (
      <Empty title="No access to the server">
        <p>Only owners of the server’s first organization can check the server. Ask one of them.</p>
      </Empty>
    );
  }
  return (
    <>
      <Backups />
      <Section title="Checks">
        <HealthReport organizationId={await organizationId()} checks={runtime().healthChecks} />
      </Section>
    </>
  );
}
