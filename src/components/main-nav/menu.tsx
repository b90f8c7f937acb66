import type { ReactNode } from 'react';
import { texts } from '#language';
import { applicationsPath, siteHref } from '#src/addresses.ts';
import { inLanguage } from '#src/language/paths.ts';
import { Icon } from '../icon/icon.tsx';
import { VisuallyHidden } from '../visually-hidden/visually-hidden.tsx';
import styles from './main-nav.module.css';

type NavItem = {
  label: string;
  href: string;
  /** The submenu. An item that has one is a button and not a link. */
  items?: readonly NavItem[] | undefined;
};

const sheetId = 'main-menu';

/**
 * The stylesheet shows one of two modes: a sheet whose submenus unfold in place, or a row whose submenus are popovers.
 * Both work without script. `languages` are links to the page in other languages, and `mark` is a copy of the header's
 * brand for the sheet, which covers the header.
 */
export const Menu = ({
  items,
  languages,
  mark,
}: {
  items: readonly NavItem[];
  languages: ReactNode;
  mark: ReactNode;
}) => (
  <nav aria-label={texts().layout.mainNavigation}>
    <button type="button" className={styles.menuButton} popoverTarget={sheetId}>
      <Icon name="menu" />
      <VisuallyHidden>{texts().layout.menu}</VisuallyHidden>
    </button>
    <div id={sheetId} popover="auto" className={styles.sheet}>
      <div className={styles.top}>
        {mark}
        <button
          type="button"
          className={styles.closeButton}
          popoverTarget={sheetId}
          popoverTargetAction="hide"
        >
          <Icon name="close" />
          <VisuallyHidden>{texts().layout.closeMenu}</VisuallyHidden>
        </button>
      </div>
      <SheetList items={items} id="sheet" />
      <MyApplicationsLink />
      <div className={styles.languages}>{languages}</div>
    </div>
    <BarList items={items} id="submenu" />
    <MyApplicationsLink />
  </nav>
);

/** The script shows this link on a device from which an application was sent (contract, decision 26). */
const MyApplicationsLink = () => (
  <a className={styles.own} href={inLanguage(applicationsPath)} hidden data-own="">
    {texts().device.mine}
  </a>
);

interface ListProps {
  readonly items: readonly NavItem[];
  readonly id: string;
}

const SheetList = ({ items, id }: ListProps) => (
  <ul>
    {items.map((item, index) => (
      <li key={item.label}>
        {item.items ? (
          // Of details elements with the same name, the browser keeps only one open.
          <details name={id}>
            <summary className={styles.entry}>
              <span>{item.label}</span>
              <Icon name="chevron-down" className={styles.chevron} />
            </summary>
            <SheetList items={item.items} id={`${id}-${index}`} />
          </details>
        ) : (
          <NavLink {...item} />
        )}
      </li>
    ))}
  </ul>
);

const BarList = ({ items, id }: ListProps) => (
  <ul className={styles.bar}>
    {items.map((item, index) =>
      item.items ? (
        <li key={item.label} className={styles.parent}>
          <button type="button" className={styles.entry} popoverTarget={`${id}-${index}`}>
            <span>{item.label}</span>
            <Icon name="chevron-down" className={styles.chevron} />
          </button>
          <div id={`${id}-${index}`} popover="auto" className={styles.submenu}>
            <BarList items={item.items} id={`${id}-${index}`} />
          </div>
        </li>
      ) : (
        <li key={item.label}>
          <NavLink {...item} />
        </li>
      ),
    )}
  </ul>
);

const NavLink = ({ href, label }: NavItem) => (
  <a className={styles.entry} href={siteHref(href)}>
    {label}
  </a>
);
