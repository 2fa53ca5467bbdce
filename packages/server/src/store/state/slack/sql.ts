import type { StateEngine } from '../engine.ts';
import type { Db } from '../schema.ts';
import { sealedTokens } from '../sealed-tokens.ts';
import { storableText } from '../storable-text.ts';
import type { SlackLink, SlackLinkTokens, SlackReads, SlackWrites } from './contract.ts';

export function slackReads(db: Db): SlackReads {
  const users = db.selectFrom('slack_user').selectAll();
  return {
    slackUsersOf: (userId) => users.where('userId', '=', userId).orderBy('id').execute(),
    async slackUser({ organizationId, workspaceId, slackId }) {
      const ofWorkspace = users.where('organizationId', '=', organizationId).where('workspaceId', '=', workspaceId);
      return (await ofWorkspace.where('slackId', '=', slackId).executeTakeFirst()) ?? null;
    },
  };
}

export function slackWrites(db: Db): SlackWrites {
  return {
    async linkSlackUser({ name, workspace, ...user }) {
      const row = { ...user, name: storableText(name), workspace: storableText(workspace) };
      const { organizationId: _, workspaceId: __, slackId: ___, ...change } = row;
      await db
        .insertInto('slack_user')
        .values(row)
        .onConflict((conflict) => conflict.columns(['organizationId', 'workspaceId', 'slackId']).doUpdateSet(change))
        .execute();
    },
    async unlinkSlackUser(id) {
      await db.deleteFrom('slack_user').where('id', '=', id).execute();
    },
  };
}

export function slackLinkTokens({ secrets }: StateEngine): SlackLinkTokens {
  const tokens = sealedTokens<SlackLink>(secrets, 'slack-link');
  return { slackLinkToken: async (link) => tokens.seal(link), readSlackLinkToken: async (token) => tokens.open(token) };
}
