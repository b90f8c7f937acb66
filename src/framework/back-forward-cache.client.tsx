'use client';

/**
 * Firefox drops a message that a page posts while the back/forward cache stores it. React's scheduler waits for its
 * message without end, so nothing would be rendered after Back. Messages that are posted from `pagehide` on are therefore
 * posted again when the page is shown again. React ignores a message that arrives twice.
 */
if (typeof window !== 'undefined' && CSS.supports('-moz-appearance', 'none')) {
  const { postMessage } = MessagePort.prototype;
  let posted: [MessagePort, unknown[]][] = [];
  addEventListener(
    'pagehide',
    () => {
      posted = [];
      MessagePort.prototype.postMessage = function (this: MessagePort, ...message: unknown[]) {
        posted.push([this, message]);
        Reflect.apply(postMessage, this, message);
      };
    },
    { capture: true },
  );
  addEventListener('pageshow', () => {
    MessagePort.prototype.postMessage = postMessage;
    for (const [port, message] of posted) Reflect.apply(postMessage, port, message);
    posted = [];
  });
}

/** The layout renders this component, so that every page loads this module. */
export const BackForwardCache = () => null;
