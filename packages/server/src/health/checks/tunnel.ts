import { OutgoingFailure } from '#outgoing/failure.ts';
import { tunnelSetting } from '#query/home/set-up.ts';
import { notChecked, type Finding, type HealthCheck, type HealthSubject } from '../contract.ts';

export const tunnel: HealthCheck = {
  id: 'tunnel',
  title: 'Tunnel',
  group: 'Network',
  connects: true,
  async run(subject) {
    return [await answers(subject), await lastUse(subject)];
  },
};

async function answers({ facts, outgoing, probe }: HealthSubject): Promise<Finding> {
  if (probe === null) return notChecked('the server is not running');
  const url = facts.publicUrl + facts.tunnelPath;
  const response = await outgoing.request(url, { namedBy: 'operator', method: 'OPTIONS' });
  const reason =
    response instanceof OutgoingFailure
      ? response.message
      : response.status === 204 && response.headers.get('access-control-allow-methods') === 'POST, OPTIONS'
        ? null
        : `${url} answered with status ${response.status}, and not as Seismo does.`;
  if (reason === null) return { severity: 'ok', found: `${url} accepts reports.` };
  return {
    severity: 'warning',
    found: reason,
    why: 'Browsers that report through this path lose their reports.',
    action: `Let the proxy forward ${facts.tunnelPath} to Seismo unchanged, or set SEISMO_TUNNEL_PATH.`,
  };
}

async function lastUse({ stores: { state }, clock }: HealthSubject): Promise<Finding> {
  if (!('store' in state)) return notChecked('the state store could not be opened');
  const projects = await state.store.allProjects();
  const used = await state.store.settings(projects.map(({ id }) => tunnelSetting(id)));
  const newest = Math.max(...[...used.values()].map(Number));
  if (used.size === 0) {
    return {
      severity: 'note',
      found: 'No report has arrived through a tunnel yet.',
      why: 'Ad blockers stop reports that browsers send to another site.',
      action: 'docs/tunnel.md shows how to report through a path of your own site.',
    };
  }
  const hours = Math.floor((clock.now() - newest) / 3_600_000);
  const ago = hours < 2 ? 'within the last two hours' : `${hours} hours ago`;
  return { severity: 'ok', found: `A report last arrived through a tunnel ${ago}.` };
}
