// Shows what the server sends to this browser while no page is open. It knows a title, a line and a link, nothing else.
self.addEventListener('push', (event) => {
  const told = event.data ? event.data.json() : {};
  const options = { body: told.body ?? '', tag: told.link ?? 'grognard', icon: '/favicon.svg', data: { link: told.link ?? '/' } };
  event.waitUntil(self.registration.showNotification(told.title ?? 'Grognard', options));
});

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  const link = new URL(event.notification.data.link, self.location.origin);
  // Only ever to a page of our own, whatever the message says.
  const target = self.location.origin + '/' + link.hash;
  event.waitUntil(
    self.clients.matchAll({ type: 'window', includeUncontrolled: true }).then((pages) => {
      const open = pages.find((page) => page.url === target);
      return open ? open.focus() : self.clients.openWindow(target);
    }),
  );
});
