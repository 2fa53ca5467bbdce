/** `My shop (EU)` → `my-shop-eu`, as in Sentry for clients that send only a name. */
export function slugOf(name: string): string {
  return name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');
}
