// Shows the notifications that the server sends to this browser, and nothing else: it has no cache and sees no request.
// What it gets is written by the server (packages/server/src/alerts/channels/browser.ts).

self.addEventListener('push', (event) => {
  const { title, body, path, tag } = event.data.json();
  const options = { body, tag, renotify: true, icon: '/icon.svg', data: { path } };
  event.waitUntil(self.registration.showNotification(title, options));
});

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(open(new URL(event.notification.data.path, self.location.origin)));
});

/** @param {URL} url */
async function open(url) {
  const { href } = url.origin === self.location.origin ? url : new URL('/issues', self.location.origin);
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const shown = windows.find((window) => window.url === href);
  return shown ? shown.focus() : self.clients.openWindow(href);
}
