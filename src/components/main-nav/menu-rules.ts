export type NavItem = {
  label: string;
  href: string;
  /** A submenu. The item then toggles the submenu and is not a link. */
  items?: readonly NavItem[] | undefined;
};

/** The indexes of an item and its ancestors: [1, 4] is the fifth item of the second submenu. */
export type MenuPath = readonly number[];

/** The path of the open submenu, whose ancestors are open too, and what opened it. */
export type SubmenuState = { readonly path: MenuPath; readonly by: 'hover' | 'press' };

export const closedSubmenus: SubmenuState = { path: [], by: 'hover' };

/** Section 4: mobile mode below 768 px, else hover mode. */
type MenuMode = 'mobile' | 'hover';

export type SubmenuEvent =
  /** Click, touch, Enter or Space on an item with a submenu. */
  | { type: 'press'; path: MenuPath }
  /** A mouse pointer enters or leaves an item with a submenu. */
  | { type: 'enter' | 'leave'; path: MenuPath; mode: MenuMode }
  | { type: 'escape' }
  /** A press or focus outside the menu. */
  | { type: 'outside' };

export function isOpen(state: SubmenuState, path: MenuPath): boolean {
  return path.length <= state.path.length && path.every((step, at) => state.path[at] === step);
}

/**
 * The reducer of the submenus (section 4). A press toggles a submenu in both modes; in hover mode it also
 * opens and closes with the mouse. A press on a submenu that the mouse has opened keeps it open.
 */
export function nextSubmenu(state: SubmenuState, event: SubmenuEvent): SubmenuState {
  switch (event.type) {
    case 'press':
      if (isOpen(state, event.path) && state.by === 'press')
        return { path: event.path.slice(0, -1), by: 'press' };
      return { path: event.path, by: 'press' };
    case 'enter':
      if (event.mode === 'mobile' || isOpen(state, event.path)) return state;
      return {
        path: event.path,
        by: state.by === 'press' && event.path.length > 1 ? 'press' : 'hover',
      };
    case 'leave':
      if (event.mode === 'mobile' || state.by === 'press') return state;
      return { path: event.path.slice(0, -1), by: 'hover' };
    case 'escape':
      return { path: state.path.slice(0, -1), by: state.by };
    case 'outside':
      return state.path.length === 0 ? state : closedSubmenus;
  }
}
