import type { OrganizationView } from '#query/accounts/views.ts';

/** Tools take `links.regionUrl` as the base of every later request, so it must be how they reached us. */
export function organizationShape({ id, slug, name, createdAtMs, sharesIssues }: OrganizationView, publicUrl: string) {
  return {
    id: String(id),
    slug,
    name,
    dateCreated: new Date(createdAtMs).toISOString(),
    isEarlyAdopter: false,
    require2FA: false,
    requireEmailVerification: false,
    status: { id: 'active', name: 'active' },
    avatar: { avatarType: 'letter_avatar', avatarUuid: null },
    allowSharedIssues: sharesIssues,
    features: [],
    links: { organizationUrl: publicUrl, regionUrl: publicUrl },
  };
}
