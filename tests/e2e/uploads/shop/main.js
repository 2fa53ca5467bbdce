import { Basket } from './basket.js';
import { totalOf } from './cart.js';

document.body.append(`Total: ${totalOf([{ price: { amount: 2 }, count: 3 }])}`);

document.body.addEventListener('click', function payNow() {
  const basket = new Basket([{ count: 1 }]);
  basket.checkOut();
});
