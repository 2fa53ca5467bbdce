import { ProductsPage } from './catalog/ProductsPage.tsx';
import { SearchPage } from './catalog/SearchPage.tsx';
import { CartPage } from './checkout/CartPage.tsx';
import { PaymentPage } from './checkout/PaymentPage.tsx';
import { WishlistPage } from './account/WishlistPage.tsx';
import { ReturnPage } from './returns/ReturnPage.tsx';

export function App({ path }: { path: string }) {
  if (path === '/search') return <SearchPage />;
  if (path === '/cart') return <CartPage />;
  if (path === '/checkout/payment') return <PaymentPage />;
  if (path === '/account/wishlist') return <WishlistPage />;
  if (path.startsWith('/orders/')) return <ReturnPage orderId={path.split('/')[2]!} />;
  return <ProductsPage />;
}
