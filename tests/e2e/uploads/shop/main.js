import { totalOf } from './cart.js';

document.body.append(`Total: ${totalOf([{ price: { amount: 2 }, count: 3 }])}`);
document.body.addEventListener('click', () => totalOf([{ count: 1 }]));
