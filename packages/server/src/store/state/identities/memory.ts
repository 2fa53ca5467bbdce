import type { UserId } from '@seismo/protocol';
import { copy, demandNew } from '../memory/rows.ts';
import type { IdentityProvider, IdentityReads, IdentityWrites } from './contract.ts';

export interface IdentityData {
  identityProviders: IdentityProvider[];
  identities: { issuer: string; subject: string; userId: UserId }[];
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
    identity: async (issuer, subject) =>
      current().identities.find((each) => each.issuer === issuer && each.subject === subject)?.userId ?? null,
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
      const { issuer, subject } = identity;
      demandNew(!data.identities.some((each) => each.issuer === issuer && each.subject === subject), 'identity');
      data.identities.push({ ...identity });
    },
  };
}
