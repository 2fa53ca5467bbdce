import { limits } from '@seismo/protocol';
import { utcMinute } from '#platform/utc-minute.ts';
import { attentionFor, type Attention, type ServerHealth } from '#query/stats/attention.ts';
import { mainOrganization } from '#query/system-viewer.ts';
import type { Notice, State } from '#store/state/contract.ts';
import { emailFailing } from '#store/state/settings/email-failing.ts';
import { serverProblems, setServerProblems, type ServerProblem } from '#store/state/settings/server-problems.ts';
import { reportToOwners } from './report-to-owners.ts';

interface Deps {
  state: State;
  hasEmail: boolean;
  nowMs: number;
  health: ServerHealth;
}

/** Nothing is sent while this lasts. */
const SILENT = 'restored';

/**
 * Notifies the owners of the server of its problems: once when one lasts, and once when it has been over for a while. Run every
 * minute: a problem counts from the second time on. Returns whether messages were queued.
 */
export async function reportServerProblems({ state, hasEmail, nowMs, health }: Deps): Promise<boolean> {
  const found = attentionFor(health).filter(({ code }) => code !== SILENT);
  const known = await serverProblems(state);
  const main = await mainOrganization(state);
  if (main === null || (found.length === 0 && known.length === 0)) return false;
  const lasting = found.map(({ code, title }): ServerProblem => {
    const before = known.find((problem) => problem.code === code);
    return {
      code,
      title,
      sinceMs: before?.sinceMs ?? nowMs,
      isReported: before !== undefined,
      lastFoundMs: nowMs,
    };
  });
  const begun = found.filter(({ code }) => known.some((problem) => problem.code === code && !problem.isReported));
  const gone = known.filter(({ code }) => !found.some((problem) => problem.code === code));
  // It may come back: a number can go up and down at its limit.
  const isOver = ({ lastFoundMs }: ServerProblem) => nowMs - lastFoundMs >= limits.SERVER_PROBLEM_OVER_MS;
  const over = gone.filter((problem) => problem.isReported && isOver(problem));
  const remembered = gone.filter((problem) => problem.isReported && !isOver(problem));
  await state.write(async (tx) => {
    await setServerProblems(tx, [...lasting, ...remembered]);
    const owners = { hasEmail: hasEmail && (await emailFailing(tx)) === null, nowMs };
    if (begun.length > 0) await reportToOwners(owners, tx, main.id, noticeOf(begun));
    for (const problem of over) await reportToOwners(owners, tx, main.id, overNotice(problem));
  });
  return begun.length + over.length > 0;
}

const link: Notice['link'] = { name: 'View server health', path: '/settings/server' };
const why = 'You receive this because you are an owner of this Seismo server.';

function noticeOf(problems: Attention[]): Notice {
  const [first] = problems;
  return problems.length === 1
    ? { title: first!.title, text: [first!.advice], link, why }
    : {
        title: `Your Seismo server has ${problems.length} problems`,
        text: problems.map(({ title, advice }) => `${title} ${advice}`),
        link,
        why,
      };
}

function overNotice({ title, sinceMs, lastFoundMs }: ServerProblem): Notice {
  const text = [
    `This problem of your Seismo server is over. It lasted from ${utcMinute(sinceMs)} to ${utcMinute(lastFoundMs)}.`,
  ];
  return { title: `Resolved: ${title}`, text, link, why };
}
