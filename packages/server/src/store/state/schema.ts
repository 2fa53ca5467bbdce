import type { ArtifactTables } from './artifacts/tables.ts';
import type { AuditTables } from './audit/tables.ts';
import type { BatchTables } from './batch/tables.ts';
import type { ConfigurationTables } from './configuration/tables.ts';
import type { DigestTables } from './digests/tables.ts';
import type { FeedbackTables } from './feedback/tables.ts';
import type { GroupingTables } from './grouping/tables.ts';
import type { IdentityTables } from './identities/tables.ts';
import type { IssueTables } from './issues/tables.ts';
import type { LeaseTables } from './lease/tables.ts';
import type { OutboxTables } from './outbox/tables.ts';
import type { UserTables } from './users/tables.ts';
import type { ProjectTables } from './projects/tables.ts';
import type { ReleaseTables } from './releases/tables.ts';
import type { ReprocessTables } from './reprocessing/tables.ts';
import type { SavedSearchTables } from './saved-searches/tables.ts';
import type { SearchTables } from './search/tables.ts';
import type { SecondFactorTables } from './second-factor/tables.ts';
import type { SettingTables } from './settings/tables.ts';
import type { ShareTables } from './shares/tables.ts';
import type { SignInTables } from './sign-in/tables.ts';
import type { SpikeTables } from './spikes/tables.ts';
import type { TeamTables } from './teams/tables.ts';
import type { UsageTables } from './usage/tables.ts';

/**
 * The tables as the newest migration leaves them. Yes and no are 1 and 0, times are Unix milliseconds, lists are JSON:
 * what every engine has. A table that is new here is also new in `migrations/`.
 */
export interface Schema
  extends
    UserTables,
    SignInTables,
    IdentityTables,
    SecondFactorTables,
    AuditTables,
    ProjectTables,
    IssueTables,
    GroupingTables,
    DigestTables,
    FeedbackTables,
    ReleaseTables,
    LeaseTables,
    OutboxTables,
    ArtifactTables,
    BatchTables,
    SettingTables,
    ShareTables,
    ConfigurationTables,
    SpikeTables,
    TeamTables,
    UsageTables,
    ReprocessTables,
    SavedSearchTables,
    SearchTables {}
