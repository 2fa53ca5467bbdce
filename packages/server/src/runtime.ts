import type { ProjectId } from '@seismo/protocol';
import type { Role } from '#domain/permissions/role.ts';
import type { PermissionName } from './domain/permissions/permissions.ts';
import type { Scope } from './domain/permissions/viewer.ts';
import type { Commands } from '#command/bind.ts';
import type { Queries } from '#query/bind.ts';

/**
 * A running server, which the dashboard reads from `globalThis[runtimeKey]`. The types of its queries and commands are
 * inferred from `query/all.ts` and `command/all.ts`. An expected refusal is thrown as a `Refusal`; check `error.name`, because
 * the dashboard's bundle has its own copy of the class.
 */
export interface Runtime {
  version: string;
  publicUrl: string;
  tunnelPath: string;
  /** Serves the gallery of interface components, for development. */
  gallery: boolean;
  /** Addresses of the SDK packages; `null` if they are not built. */
  kit: KitAddresses | null;
  /** The checks of `command.runHealthCheck`, in order. */
  healthChecks: readonly { id: string; title: string }[];
  query: Queries;
  command: Commands;
  /** Roles with this permission, highest first. */
  rolesWith(permission: PermissionName): Role[];
  roleScopes: Record<Role, readonly Scope[]>;
  /** Calls `listener` after each batch that changed one of these projects, and immediately if one did after `sinceMs`. Returns the unsubscribe function. */
  onChange(projectIds: ProjectId[], sinceMs: number, listener: () => void): () => void;
  /** Stores an envelope about the dashboard itself in the project `seismo`. Never rejects, never loops. */
  reportOwn(envelope: Uint8Array): Promise<void>;
  /** The DSN the dashboard's browser code reports with, or `null` before set-up. */
  ownDsn(): Promise<string | null>;
}

/** Download addresses of the SDK packages. The content of an address never changes. */
export interface KitAddresses {
  browser: string;
  nextjs: string;
  /** For pages without a bundler; `scriptIntegrity` is its `integrity` attribute. */
  script: string;
  scriptIntegrity: string;
}

export const runtimeKey = Symbol.for('seismo.runtime');
