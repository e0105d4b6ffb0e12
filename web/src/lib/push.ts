// This browser as a courier: it asks its own push service for an address, and gives it to the server.
export const pushable = 'serviceWorker' in navigator && 'PushManager' in window && isSecureContext;

function raw(key: string): Uint8Array<ArrayBuffer> {
  const text = atob(key.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(text, (c) => c.charCodeAt(0));
}

export interface Subscribed { target: string; p256dh: string; auth: string; label: string }

/** Throws if the person or the browser says no. */
export async function subscribe(key: string): Promise<Subscribed> {
  if ((await Notification.requestPermission()) !== 'granted') throw new Error('denied');
  await navigator.serviceWorker.register('/courier.js');
  const ready = await navigator.serviceWorker.ready;
  const found = await ready.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: raw(key) });
  const told = found.toJSON();
  const agent = /(Firefox|Edg|OPR|Chrome|Safari)\/(\d+)/.exec(navigator.userAgent);
  return {
    target: found.endpoint, p256dh: told.keys?.['p256dh'] ?? '', auth: told.keys?.['auth'] ?? '',
    label: agent ? `${agent[1]} ${agent[2]}` : '',
  };
}
