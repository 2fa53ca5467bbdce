export interface WishlistEntry {
  sku: string;
  note: string;
  /** A data URL, so that the list also shows offline. */
  picture: string;
}

export function saveWishlist(entries: WishlistEntry[]): void {
  localStorage.setItem('wishlist', JSON.stringify(entries));
}
