/** `My shop (EU)` → `my-shop-eu`, as Sentry does for who sends a name only. */
export function slugOf(name: string): string {
  return name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');
}
