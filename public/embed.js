/* Replaces itself by the openings in a frame as high as they are. Its data- attributes are those of the list. */
(() => {
  const script = document.currentScript;
  // In a module it is null.
  if (!script?.closest('body'))
    throw new Error('embed.js must be in the body, and without type="module"');
  const { company, lang = '.', title, ...query } = script.dataset;
  if (company) query.company_id = company;
  const url = new URL(`${lang}/embed`, script.src);
  url.search = new URLSearchParams(query);
  const frame = document.createElement('iframe');
  Object.assign(frame, { title: title ?? url.host, loading: 'lazy', src: url.href });
  frame.style.cssText = 'display:block;width:100%;height:30rem;border:0';
  addEventListener('message', ({ origin, source, data }) => {
    if (origin !== url.origin || source !== frame.contentWindow) return;
    if (Number.isFinite(data)) frame.style.height = `${data}px`;
    else frame.title = title ?? data;
  });
  script.replaceWith(frame);
})();
