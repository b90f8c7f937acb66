import type { Config } from 'jodit/esm/config.js';
import type {
  DeepPartial,
  IControlType,
  IPopup,
  IToolbarCollection,
  IUIButton,
} from 'jodit/esm/types/index.js';
import { language, texts } from '#language';
import { escapeMarkup } from '#src/html/text-to-html.ts';
import type { Texts } from '#src/texts/catalogue.ts';

type EditorTexts = Texts['editor'];

/** The text of the help: the keyboard shortcuts, and how to leave the editor. */
function help(editor: EditorTexts): string {
  const { control, shift, tab, leave } = editor.keys;
  const rows = [
    [[control, 'B'], editor.bold],
    [[control, 'U'], editor.underline],
    [[control, 'Z'], editor.undo],
    [[control, 'Y'], editor.redo],
    [[shift, tab], editor.toToolbar],
    [[tab], editor.toNextField],
    [[leave], editor.leaveFullscreen],
  ] as const;
  const key = (name: string) => `<kbd>${escapeMarkup(name)}</kbd>`;
  const items = rows.map(
    ([keys, text]) => `<dt>${keys.map(key).join(' + ')}</dt><dd>${escapeMarkup(text)}</dd>`,
  );
  return `<dl class="editor-help">${items.join('')}</dl>`;
}

const fonts = {
  'Arial, Helvetica, sans-serif': 'Arial',
  'Georgia, serif': 'Georgia',
  "'Times New Roman', Times, serif": 'Times New Roman',
  'Verdana, Geneva, sans-serif': 'Verdana',
  "'Courier New', Courier, monospace": 'Courier New',
};

/** Section 9 lists these buttons. */
const toolbar = (editor: EditorTexts) => [
  { name: 'paragraph', tooltip: editor.style, list: editor.styles },
  { name: 'bold', tooltip: editor.bold },
  { name: 'underline', tooltip: editor.underline },
  { name: 'eraser', tooltip: editor.clear },
  { name: 'fontsize', tooltip: editor.fontSize, list: [12, 14, 16, 18, 24, 32] },
  { name: 'font', tooltip: editor.fontName, list: { '': editor.defaultFont, ...fonts } },
  { name: 'ul', tooltip: editor.bulletedList },
  { name: 'ol', tooltip: editor.numberedList },
  { name: 'align', tooltip: editor.align, icon: 'left' },
  { name: 'fullsize', tooltip: editor.fullscreen, update: nameFullscreen(editor.done) },
  { name: 'help', tooltip: editor.help, icon: 'info-circle', popup: () => help(editor) },
];

/** In fullscreen the button shows a word and no icon. */
const nameFullscreen =
  (done: string): NonNullable<IControlType['update']> =>
  ({ isFullSize }, button) => {
    button.state.text = isFullSize ? done : '';
  };

/** A toolbar without room for all buttons shows these, and a button that opens the others. */
const narrowToolbar = ['bold', 'underline', 'ul', 'ol', 'fullsize'];

/** Eleven buttons of 46 CSS pixels, the size on a phone (editor.css), and the border need this width. */
const wideToolbar = 508;

/** Gives a popup a valid role and the name of its button, because Jodit sets an unknown role and no name. */
function describePopup({ container, parentElement }: IPopup): void {
  const button = parentElement as Partial<IUIButton> | null;
  container.setAttribute('role', 'dialog');
  container.setAttribute('aria-label', button?.state?.tooltip ?? '');
}

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

/** The Tab key stops at one button of the toolbar: the one that had the focus last, at first the first one. */
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
export function joditOptions(placeholder: string): DeepPartial<Config> {
  const { editor } = texts();
  const { tag } = language();
  const buttons = toolbar(editor);
  return {
    placeholder: escapeMarkup(placeholder),
    language: tag,
    i18n: { [tag]: editor.jodit },
    buttons,
    tabIndex: 0,
    width: '100%',
    buttonsXS: [...buttons.filter(({ name }) => narrowToolbar.includes(name)), 'dots'],
    controls: { dots: { tooltip: editor.more } },
    events: {
      afterOpenPopup: describePopup,
      afterDotsOpenPopup: handleKeys,
      afterUpdateToolbar: addTabStop,
    },
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
  };
}
