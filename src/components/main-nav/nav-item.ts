export type NavItem = {
  label: string;
  href: string;
  /** A submenu; its parent then opens and closes it and is no link. */
  items?: readonly NavItem[] | undefined;
};
