import type { PermissionName } from '@seismo/server';

/** The roles that may, of what the person at the page may not do: the frame of the page has them (`Denied`). */
export function requiredRoles(permission: PermissionName | undefined): string | null {
  return document.querySelector(`[data-denied="${permission}"]`)?.textContent ?? null;
}

export const isDenied = (permission: PermissionName | undefined): boolean => requiredRoles(permission) !== null;
