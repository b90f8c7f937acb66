/** Wraps each text node in two `font` elements, as the translators of browsers do, now and whenever one appears: for `page.evaluate`. */
export function translate(): void {
  const isText = (node: Node): node is Text =>
    node instanceof Text &&
    node.data.trim() !== '' &&
    !node.parentElement?.closest('font,script,style,textarea,option,title,[contenteditable]');
  const wrapIn = (root: Node) => {
    const texts: Text[] = [];
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    if (isText(root)) texts.push(root);
    while (walker.nextNode()) if (isText(walker.currentNode)) texts.push(walker.currentNode);
    for (const text of texts) {
      const outer = document.createElement('font');
      const inner = outer.appendChild(document.createElement('font'));
      text.replaceWith(outer);
      inner.textContent = text.data;
    }
  };
  wrapIn(document.body);
  new MutationObserver((changes) => {
    for (const { addedNodes, target, type } of changes)
      for (const node of type === 'characterData' ? [target] : addedNodes) wrapIn(node);
  }).observe(document.body, { childList: true, characterData: true, subtree: true });
}
