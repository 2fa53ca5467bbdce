/** Whether this browser can show notifications of Seismo, and whether it does. */
export type PushState = 'insecure' | 'unsupported' | 'blocked' | 'off' | 'on';

const WORKER = '/push-worker.js';

export async function pushState(): Promise<PushState> {
  if (!window.isSecureContext) return 'insecure';
  if (!('serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window)) return 'unsupported';
  if (Notification.permission === 'denied') return 'blocked';
  return Notification.permission === 'granted' && (await ownSubscription()) ? 'on' : 'off';
}

export interface NewSubscription {
  endpoint: string;
  p256dh: string;
  auth: string;
}

/** With the key of the server. Replaces the browser's earlier subscription, which may be for another key. */
export async function subscribeToPush(publicKey: string): Promise<NewSubscription> {
  await navigator.serviceWorker.register(WORKER, { scope: '/', updateViaCache: 'none' });
  const { pushManager } = await navigator.serviceWorker.ready;
  await (await pushManager.getSubscription())?.unsubscribe();
  const { endpoint, keys } = (
    await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey })
  ).toJSON();
  return { endpoint: endpoint ?? '', p256dh: keys?.['p256dh'] ?? '', auth: keys?.['auth'] ?? '' };
}

/** Does nothing in a browser without a subscription. */
export async function unsubscribeFromPush(): Promise<void> {
  await (await ownSubscription())?.unsubscribe();
}

async function ownSubscription(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker?.getRegistration('/');
  return (await registration?.pushManager.getSubscription()) ?? null;
}
