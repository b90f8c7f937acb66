'use client';

/**
 * Firefox drops a message that a page posts while the back/forward cache takes it. React's scheduler waits for its message
 * for ever, so nothing would be rendered after Back: when the page is shown again, the scheduler's last message is posted
 * again. The scheduler ignores a message that it does not wait for.
 */
if (typeof window !== 'undefined') {
  let scheduler: MessagePort | undefined;
  const { postMessage } = MessagePort.prototype;
  MessagePort.prototype.postMessage = function (this: MessagePort, ...message: unknown[]) {
    if (message.length === 1 && message[0] === null) scheduler = this;
    Reflect.apply(postMessage, this, message);
  };
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) scheduler?.postMessage(null);
  });
}

/** Loads this module with every page. */
export const BackForwardCache = () => null;
