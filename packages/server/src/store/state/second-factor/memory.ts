import type { UserId } from '@seismo/protocol';
import { keepable } from '../keepable.ts';
import { copy, demandNew } from '../engines/memory/rows.ts';
import type { Authenticator, Ceremony, Passkey, SecondFactorReads, SecondFactorWrites } from './contract.ts';

export interface SecondFactorData {
  authenticators: Map<UserId, Authenticator>;
  recoveryCodes: { userId: UserId; hash: string }[];
  passkeys: Passkey[];
  ceremonies: (Ceremony & { hash: string; expiresAtMs: number })[];
}

export function emptySecondFactor(): SecondFactorData {
  return { authenticators: new Map(), recoveryCodes: [], passkeys: [], ceremonies: [] };
}

export function secondFactorReads(current: () => SecondFactorData): SecondFactorReads {
  return {
    authenticatorOf: async (userId) => copy(current().authenticators.get(userId)) ?? null,
    recoveryCodesLeft: async (userId) => current().recoveryCodes.filter((code) => code.userId === userId).length,
    listPasskeys: async (userId) =>
      copy(current().passkeys.filter((passkey) => passkey.userId === userId)).sort(
        (one, other) => one.createdAtMs - other.createdAtMs || (one.id < other.id ? -1 : 1),
      ),
    passkeyById: async (id) => copy(current().passkeys.find((passkey) => passkey.id === id)) ?? null,
  };
}

export function secondFactorWrites(data: SecondFactorData): SecondFactorWrites {
  const live = (hash: string, kind: string, nowMs: number): Ceremony | null => {
    const found = data.ceremonies.find((each) => each.hash === hash && each.kind === kind && each.expiresAtMs > nowMs);
    return found ? { kind: found.kind, userId: found.userId, organizationId: found.organizationId } : null;
  };
  return {
    async setAuthenticator(userId, authenticator) {
      data.authenticators.set(userId, { ...authenticator });
    },
    async takeStep(userId, step) {
      const found = data.authenticators.get(userId);
      if (!found || found.lastStep >= step) return false;
      found.lastStep = step;
      return true;
    },
    async deleteAuthenticator(userId) {
      data.authenticators.delete(userId);
      data.recoveryCodes = data.recoveryCodes.filter((code) => code.userId !== userId);
    },
    async setRecoveryCodes(userId, hashes) {
      data.recoveryCodes = data.recoveryCodes.filter((code) => code.userId !== userId);
      data.recoveryCodes.push(...hashes.map((hash) => ({ userId, hash })));
    },
    async takeRecoveryCode(userId, hash) {
      const before = data.recoveryCodes.length;
      data.recoveryCodes = data.recoveryCodes.filter((code) => code.userId !== userId || code.hash !== hash);
      return data.recoveryCodes.length < before;
    },
    async createPasskey(passkey) {
      demandNew(!data.passkeys.some(({ id }) => id === passkey.id), 'passkey');
      data.passkeys.push({ ...structuredClone(passkey), label: keepable(passkey.label) });
    },
    async usePasskey(id, { counter, atMs }) {
      for (const passkey of data.passkeys)
        if (passkey.id === id) Object.assign(passkey, { counter, lastUsedAtMs: atMs });
    },
    async deletePasskey(userId, id) {
      const before = data.passkeys.length;
      data.passkeys = data.passkeys.filter((passkey) => passkey.id !== id || passkey.userId !== userId);
      return data.passkeys.length < before;
    },
    async createCeremony(ceremony) {
      demandNew(!data.ceremonies.some(({ hash }) => hash === ceremony.hash), 'ceremony');
      data.ceremonies.push({ ...ceremony });
    },
    async ceremony(hash, kind, nowMs) {
      return live(hash, kind, nowMs);
    },
    async takeCeremony(hash, kind, nowMs) {
      const found = live(hash, kind, nowMs);
      data.ceremonies = data.ceremonies.filter(
        (each) => each.expiresAtMs > nowMs && (each.hash !== hash || each.kind !== kind),
      );
      return found;
    },
  };
}
