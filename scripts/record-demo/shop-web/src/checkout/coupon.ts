import { request } from '../api.ts';

interface Coupon {
  code: string;
  percent: number;
  expiresAt: Date;
}

function isExpired(coupon: Coupon, nowMs: number): boolean {
  return coupon.expiresAt.getTime() < nowMs;
}

/** Answers what the coupon takes off the total. */
export async function applyCoupon(code: string, total: number): Promise<number> {
  const coupon = await request<Coupon>(`/api/coupons/${code}`);
  if (isExpired(coupon, Date.now())) return 0;
  return (total * coupon.percent) / 100;
}
