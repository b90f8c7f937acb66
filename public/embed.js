/* Replaces itself by the openings in a frame, as high as they are. Its data- attributes are the parameters of the frame. */
(() => {
  const script = document.currentScript;
  // In a module it is null.
  if (!script?.closest('body'))
    throw new Error('embed.js must be in the body, and without type="module"');
  const { company, title = 'Openings', ...parameters } = script.dataset;
  if (company) parameters.company_id = company;
  const url = new URL('embed', script.src);
  url.search = new URLSearchParams(parameters);
  const frame = document.createElement('iframe');
  Object.assign(frame, { title, loading: 'lazy', src: url.href });
  frame.style.cssText = 'display:block;width:100%;height:30rem;border:0';
  addEventListener('message', ({ origin, source, data }) => {
    if (origin === url.origin && source === frame.contentWindow && Number.isFinite(data))
      frame.style.height = `${data}px`;
  });
  script.replaceWith(frame);
})();
