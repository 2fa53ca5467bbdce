import { copy, demandNew } from '../engines/memory/rows.ts';
import type { Identity, IdentityProvider, IdentityReads, IdentityWrites } from './contract.ts';

export interface IdentityData {
  identityProviders: IdentityProvider[];
  identities: Identity[];
}

export function emptyIdentities(): IdentityData {
  return { identityProviders: [], identities: [] };
}

export function identityReads(current: () => IdentityData): IdentityReads {
  return {
    identityProvider: async (organizationId) =>
      copy(current().identityProviders.find((each) => each.organizationId === organizationId)) ?? null,
    listIdentityProviders: async () =>
      copy(current().identityProviders).sort((one, other) => one.organizationId - other.organizationId),
    identity: async (identity) => current().identities.find((each) => isSame(each, identity))?.userId ?? null,
    identitiesOf: async (userId) =>
      copy(current().identities.filter((each) => each.userId === userId)).sort(
        (one, other) =>
          one.organizationId - other.organizationId ||
          compare(one.issuer, other.issuer) ||
          compare(one.subject, other.subject),
      ),
  };
}

export function identityWrites(data: IdentityData): IdentityWrites {
  return {
    async setIdentityProvider(provider) {
      const others = data.identityProviders.filter((each) => each.organizationId !== provider.organizationId);
      data.identityProviders = [...others, structuredClone(provider)];
    },
    async deleteIdentityProvider(organizationId) {
      const before = data.identityProviders.length;
      data.identityProviders = data.identityProviders.filter((each) => each.organizationId !== organizationId);
      return data.identityProviders.length < before;
    },
    async addIdentity(identity) {
      demandNew(!data.identities.some((each) => isSame(each, identity)), 'identity');
      data.identities.push({ ...identity });
    },
    async deleteIdentities(userId, organizationId) {
      const before = data.identities.length;
      data.identities = data.identities.filter(
        (each) => each.userId !== userId || each.organizationId !== organizationId,
      );
      return data.identities.length < before;
    },
  };
}

function isSame(one: Identity, other: Omit<Identity, 'userId'>): boolean {
  return one.organizationId === other.organizationId && one.issuer === other.issuer && one.subject === other.subject;
}

function compare(one: string, other: string): number {
  return one < other ? -1 : Number(one > other);
}
