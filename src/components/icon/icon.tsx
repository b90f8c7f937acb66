import { classNames } from '../class-names.ts';

/** The sprite is a file, because `use` accepts no data URL. The fallback is for Node without Vite. */
export const iconsUrl: string =
  (import.meta.env &&
    import.meta.glob<string>('./icons.svg', {
      eager: true,
      import: 'default',
      query: '?url&no-inline',
    })['./icons.svg']) ??
  '/icons.svg';

/** test/components/icon/icon.test.ts compares this list with the symbols of icons.svg. */
export const iconNames = [
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

export type IconName = (typeof iconNames)[number];

/** base.css sets `.icon`: the color of the text, 1.25em wide. */
export function Icon({ name, className }: { name: IconName; className?: string | undefined }) {
  return (
    <svg className={classNames('icon', className)} aria-hidden="true">
      <use href={`${iconsUrl}#${name}`} />
    </svg>
  );
}
