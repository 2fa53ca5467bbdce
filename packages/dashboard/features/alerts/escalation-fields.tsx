'use client';

import type { AlertRuleView, AssigneeView, ChannelView } from '@seismo/server';
import { useState } from 'react';
import { Select } from '#ui/select.tsx';
import { Group, Option } from './option-group.tsx';
import { escalationOptions } from './rule-input.ts';

interface Props {
  escalation: AlertRuleView['escalation'];
  /** Those who can read alerts. */
  users: readonly Extract<AssigneeView, { kind: 'user' }>[];
  channels: readonly Pick<ChannelView, 'id' | 'name' | 'kindName'>[];
  hasEmail: boolean;
}

const none: Pick<NonNullable<AlertRuleView['escalation']>, 'userIds' | 'channelIds'> = { userIds: [], channelIds: [] };

/** Who is notified if an alert is not acknowledged, and when. They are visible if someone is. */
export function EscalationFields({ escalation, users, channels, hasEmail }: Props) {
  const [afterMs, setAfterMs] = useState(escalation === null ? '' : String(escalation.afterMs));
  const { userIds, channelIds } = escalation ?? none;
  return (
    <>
      <Select
        label="If an alert is not acknowledged"
        name="escalation.afterMs"
        value={afterMs}
        onChange={({ target }) => setAfterMs(target.value)}
        hint="Users acknowledge an alert on its page. Messages link to it."
      >
        {escalationOptions(afterMs).map(({ value, name }) => (
          <option key={value} value={value}>
            {name}
          </option>
        ))}
      </Select>
      {afterMs === '' ? null : (
        <Group label="Notify" name="escalation.userIds">
          <div className="flex max-h-56 flex-wrap gap-x-5 gap-y-1.5 overflow-y-auto p-0.5">
            {users.map(({ userId, name }) => (
              <Option
                key={userId}
                name="escalation.userIds"
                value={String(userId)}
                label={name}
                checked={userIds.includes(userId)}
              />
            ))}
            {channels.map(({ id, name, kindName }) => (
              <Option
                key={`channel ${id}`}
                name="escalation.channelIds"
                value={String(id)}
                label={`${name} (${kindName})`}
                checked={channelIds.includes(id)}
              />
            ))}
          </div>
          <p className="mt-1.5 text-12 text-muted">
            {hasEmail ? 'Users get an email.' : 'Users would get an email, but email is off on this server.'}
          </p>
        </Group>
      )}
    </>
  );
}
