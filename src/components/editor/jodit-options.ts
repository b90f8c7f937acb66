import type { Config } from 'jodit/esm/config.js';
import type { DeepPartial, IControlType, IToolbarCollection } from 'jodit/esm/types/index.js';

/** The help lists the keyboard shortcuts and tells how to leave the editor. */
const help = `
  <dl class="editor-help">
    <dt><kbd>Ctrl</kbd> + <kbd>B</kbd></dt><dd>Bold</dd>
    <dt><kbd>Ctrl</kbd> + <kbd>U</kbd></dt><dd>Underline</dd>
    <dt><kbd>Ctrl</kbd> + <kbd>Z</kbd></dt><dd>Undo</dd>
    <dt><kbd>Ctrl</kbd> + <kbd>Y</kbd></dt><dd>Redo</dd>
    <dt><kbd>Shift</kbd> + <kbd>Tab</kbd></dt><dd>To the toolbar; arrow keys move in it</dd>
    <dt><kbd>Tab</kbd></dt><dd>To the next field</dd>
    <dt><kbd>Esc</kbd></dt><dd>Out of fullscreen</dd>
  </dl>`;

const fonts = {
  '': 'Default',
  'Arial, Helvetica, sans-serif': 'Arial',
  'Georgia, serif': 'Georgia',
  "'Times New Roman', Times, serif": 'Times New Roman',
  'Verdana, Geneva, sans-serif': 'Verdana',
  "'Courier New', Courier, monospace": 'Courier New',
};

const styles = {
  p: 'Paragraph',
  h2: 'Heading',
  h3: 'Small heading',
  blockquote: 'Quote',
};

/** In fullscreen the button shows a word and no icon. */
const nameFullscreen: IControlType['update'] = ({ isFullSize }, button) => {
  button.state.text = isFullSize ? 'Done' : '';
};

/** Section 9 lists these buttons. */
const toolbar = [
  { name: 'paragraph', tooltip: 'Style', list: styles },
  { name: 'bold', tooltip: 'Bold' },
  { name: 'underline', tooltip: 'Underline' },
  { name: 'eraser', tooltip: 'Clear' },
  { name: 'fontsize', tooltip: 'Font size', list: [12, 14, 16, 18, 24, 32] },
  { name: 'font', tooltip: 'Font name', list: fonts },
  { name: 'ul', tooltip: 'Bulleted list' },
  { name: 'ol', tooltip: 'Numbered list' },
  { name: 'align', tooltip: 'Paragraph', icon: 'left' },
  { name: 'fullsize', tooltip: 'Fullscreen', update: nameFullscreen },
  { name: 'help', tooltip: 'Help', icon: 'info-circle', popup: () => help },
];

/** A toolbar that has no room for all buttons shows these, and one button that opens the others. */
const narrowToolbar = [
  ...['bold', 'underline', 'ul', 'ol', 'fullsize'].flatMap(
    (name) => toolbar.find((button) => button.name === name) ?? [],
  ),
  'dots',
];

/** Eleven buttons of 46 CSS pixels, the size on a phone (editor.css), and the border need this width. */
const wideToolbar = 508;

/** The popup of 'More' receives the focus, and the arrow keys move inside it, as in Jodit's own toolbar. */
function handleKeys(popup: HTMLElement): void {
  const buttons = [...popup.querySelectorAll('button')];
  popup.onkeydown = (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    const index = buttons.indexOf(event.target as HTMLButtonElement);
    if (step === undefined || index === -1) return;
    event.preventDefault();
    buttons.at((index + step) % buttons.length)?.focus();
  };
  if (document.activeElement?.matches('.jodit-toolbar-button_dots :focus-visible'))
    buttons[0]?.focus();
}

/** The toolbar is one stop of the Tab key: the button that had the focus last, at the beginning the first button. */
function addTabStop({ container }: IToolbarCollection): void {
  const buttons = [...container.querySelectorAll('button')];
  if (!buttons.some(({ tabIndex }) => tabIndex === 0)) buttons[0]?.setAttribute('tabindex', '0');
  container.addEventListener('focusin', moveTabStop);
}

function moveTabStop({ currentTarget, target }: Event): void {
  if (!(currentTarget instanceof Element && target instanceof HTMLButtonElement)) return;
  for (const button of currentTarget.querySelectorAll('button'))
    button.tabIndex = button === target ? 0 : -1;
}

/** The custom property `--editor-height` (editor.css) sets the height of the writing area. */
export const joditOptions = (placeholder: string): DeepPartial<Config> => ({
  placeholder,
  language: 'en',
  buttons: toolbar,
  tabIndex: 0,
  width: '100%',
  buttonsXS: narrowToolbar,
  controls: { dots: { tooltip: 'More' } },
  events: { afterDotsOpenPopup: handleKeys, afterUpdateToolbar: addTabStop },
  sizeLG: wideToolbar,
  sizeMD: wideToolbar,
  sizeSM: wideToolbar,
  // Jodit would interpret a second touch as a double click.
  mobileTapTimeout: 0,
  toolbarButtonSize: 'middle',
  useNativeTooltip: true,
  statusbar: false,
  spellcheck: true,
  enter: 'p',
  beautifyHTML: false,
  cleanHTML: {
    // Jodit removes these elements together with their content, so the list has only elements without text.
    denyTags: 'script,style,iframe,object,embed,img,picture,video,audio,svg,input,link,meta,base',
    removeOnError: true,
    safeJavaScriptLink: true,
  },
});
