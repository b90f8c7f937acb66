/** The widest viewport, in CSS pixels, with the menu in mobile mode (section 9). */
export const MOBILE_MENU_MAX_WIDTH = 767;

/** Below 768 px the menu is in mobile mode, from there in hover mode (section 4). */
export function menuMode(viewportWidth: number): 'mobile' | 'hover' {
  return viewportWidth > MOBILE_MENU_MAX_WIDTH ? 'hover' : 'mobile';
}

/** The place of an item in the menu: [1, 4] is the fifth entry under the second. */
export type MenuPath = readonly number[];

/** Which submenu is open, all its ancestors included, and what opened it. */
export type SubmenuState = { readonly path: MenuPath; readonly by: 'hover' | 'press' };

export const closedSubmenus: SubmenuState = { path: [], by: 'hover' };

export type SubmenuEvent =
  /** Click, touch, Enter or Space on an item with a submenu. */
  | { type: 'press'; path: MenuPath }
  /** A mouse over an item with a submenu, or away from it. */
  | { type: 'enter'; path: MenuPath; mode: 'mobile' | 'hover' }
  | { type: 'leave'; path: MenuPath; mode: 'mobile' | 'hover' }
  | { type: 'escape' }
  /** A press or focus elsewhere. */
  | { type: 'outside' };

export function isOpen(state: SubmenuState, path: MenuPath): boolean {
  return path.length <= state.path.length && path.every((step, at) => state.path[at] === step);
}

/**
 * What a submenu does next (section 4): it toggles on a click or touch in both modes; in hover mode
 * it also follows the mouse. A click on a submenu that the mouse has just opened keeps it open
 * instead of closing it under the pointer.
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
