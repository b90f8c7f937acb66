import { classNames } from '../class-names.ts';

/** The sprite: a file, because `use` takes no data URL; its name has a hash. The fallback is for Node without Vite. */
export const iconsUrl: string =
  (import.meta.env &&
    import.meta.glob<string>('./icons.svg', {
      eager: true,
      import: 'default',
      query: '?url&no-inline',
    })['./icons.svg']) ??
  '/icons.svg';

/** The symbols of icons.svg; test/components/icon/icon.test.ts compares the two lists. */
export const ICON_NAMES = [
  'alert',
  'arrow-down',
  'arrow-left',
  'arrow-up',
  'check-circle',
  'chevron-down',
  'chevron-left',
  'chevron-right',
  'close',
  'info',
  'map-pin',
  'menu',
  'palette',
  'pause',
  'play',
  'plus',
  'retry',
  'search',
  'trash',
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
