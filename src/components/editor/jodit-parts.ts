/** Only parts are imported: Jodit's bundles have pictures, tables, uploads, a source view of a CDN and 27 languages. */
import './editor.css';
import { Jodit } from 'jodit/esm/jodit.js';
import 'jodit/esm/plugins/backspace/backspace.js';
import 'jodit/esm/plugins/bold/bold.js';
import 'jodit/esm/plugins/clean-html/clean-html.js';
import 'jodit/esm/plugins/clipboard/clipboard.js';
import 'jodit/esm/plugins/delete/delete.js';
import 'jodit/esm/plugins/dtd/dtd.js';
import 'jodit/esm/plugins/enter/enter.js';
import 'jodit/esm/plugins/font/font.js';
import 'jodit/esm/plugins/format-block/format-block.js';
import 'jodit/esm/plugins/fullsize/fullsize.js';
import 'jodit/esm/plugins/hotkeys/hotkeys.js';
import 'jodit/esm/plugins/indent/indent.js';
import 'jodit/esm/plugins/justify/justify.js';
import 'jodit/esm/plugins/mobile/mobile.js';
import 'jodit/esm/plugins/ordered-list/ordered-list.js';
import 'jodit/esm/plugins/placeholder/placeholder.js';
import 'jodit/esm/plugins/redo-undo/redo-undo.js';
import 'jodit/esm/plugins/select/select.js';
import 'jodit/esm/plugins/toolbar-navigation/toolbar-navigation.js';
import 'jodit/esm/plugins/wrap-nodes/wrap-nodes.js';
import { Config } from 'jodit/esm/config.js';
import { UIButton } from 'jodit/esm/core/ui/button/button/button.js';
import { Icon } from 'jodit/esm/core/ui/icon.js';
import * as icons from 'jodit/esm/styles/icons/index.js';
import type { IControlType } from 'jodit/esm/types/index.js';
import { escapeMarkup } from '#src/html/text-to-html.ts';

for (const [name, picture] of Object.entries(icons))
  if (typeof picture === 'string') Icon.set(name.replace('_', '-'), picture);

// The choice of numbers and bullets is removed, because the server removes their styles (src/html/allowlists.ts).
for (const name of ['ul', 'ol']) delete Config.prototype.controls[name]?.list;

// Jodit inserts the texts of these lists as HTML.
for (const name of ['paragraph', 'font']) {
  const control: IControlType | undefined = Config.prototype.controls[name];
  const template = control?.childTemplate;
  if (control && template)
    control.childTemplate = (editor, key, text, button) =>
      template(editor, key, escapeMarkup(text), button);
}

// Jodit sets 'pressed' also on the list item around a button, where ARIA does not allow it.
const setPressed = Reflect.get(UIButton.prototype, 'onChangeActivated');
Reflect.set(UIButton.prototype, 'onChangeActivated', function (this: UIButton) {
  if (this.container instanceof HTMLButtonElement) setPressed.call(this);
});

export { Jodit };
