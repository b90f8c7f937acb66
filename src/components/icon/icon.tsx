import { classNames } from '../class-names.ts';

/** The sprite; the build puts a hash of its content into the name. The fallback is for Node without Vite. */
export const iconsUrl: string =
  (import.meta.env &&
    import.meta.glob<string>('./icons.svg', { eager: true, import: 'default', query: '?url' })[
      './icons.svg'
    ]) ??
  '/icons.svg';

/** The symbols of icons.svg; test/components/icon/icon.test.ts compares the two lists. */
export const ICON_NAMES = [
  'alert',
  'arrow-down',
  'arrow-left',
  'arrow-up',
  'check',
  'check-circle',
  'chevron-down',
  'chevron-left',
  'chevron-right',
  'clock',
  'close',
  'facebook',
  'file',
  'image',
  'info',
  'link',
  'linkedin',
  'mail',
  'map-pin',
  'menu',
  'palette',
  'pause',
  'phone',
  'play',
  'plus',
  'print',
  'quote',
  'retry',
  'search',
  'send',
  'trash',
  'upload',
  'user',
] as const;

export type IconName = (typeof ICON_NAMES)[number];

/** A decorative icon in the text color, 1.25em wide; base.css sets `.icon`, and each symbol has a `viewBox`. */
export function Icon({ name, className }: { name: IconName; className?: string | undefined }) {
  return (
    <svg className={classNames('icon', className)} aria-hidden="true">
      <use href={`${iconsUrl}#${name}`} />
    </svg>
  );
}
