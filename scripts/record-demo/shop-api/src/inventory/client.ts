const inventoryUrl = process.env['INVENTORY_URL'] ?? 'http://127.0.0.1:7001';

export class InventoryUnavailable extends Error {
  override name = 'InventoryUnavailable';
}

export async function reserveStock(reservation: { sku: string; quantity: number }): Promise<unknown> {
  try {
    const response = await fetch(`${inventoryUrl}/reservations`, {
      method: 'POST',
      body: JSON.stringify(reservation),
    });
    return await response.json();
  } catch (cause) {
    throw new InventoryUnavailable(`No stock could be reserved for ${reservation.sku}`, { cause });
  }
}
