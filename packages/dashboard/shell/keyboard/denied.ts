import type { PermissionName } from '@seismo/server';

/** The roles that have a permission the viewer lacks, read from `Denied` in the page. */
export function requiredRoles(permission: PermissionName | undefined): string | null {
  if (!permission) return null;
  return document.querySelector(`[data-denied="${permission}"]`)?.textContent ?? null;
}

export const isDenied = (permission: PermissionName | undefined): boolean => requiredRoles(permission) !== null;
