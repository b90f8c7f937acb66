/** The focus stays in the text field; `active` is the option of the open list that the arrow keys have reached. */
export interface Listbox {
  readonly isOpen: boolean;
  readonly active?: number;
}

interface Press {
  readonly listbox: Listbox;
  /** The browser's own action of the key, such as moving the caret, must not follow. */
  readonly isHandled: boolean;
}

/**
 * The keys of a combobox whose list opens below a text field, and whose options the visitor selects (ARIA Authoring
 * Practices, "Editable Combobox With List Autocomplete"). The caller handles Enter, which follows `active`.
 * @param count the number of options
 */
export function pressKey(listbox: Listbox, key: string, count: number): Press {
  const { isOpen, active } = listbox;
  const ignored = { listbox, isHandled: false };
  if (count === 0) return ignored;
  const activate = (index: number): Press => ({
    listbox: { isOpen: true, active: (index + count) % count },
    isHandled: true,
  });
  switch (key) {
    case 'ArrowDown':
      return activate((active ?? -1) + 1);
    case 'ArrowUp':
      return activate((active ?? 0) - 1);
    case 'Escape':
      return isOpen ? { listbox: { isOpen: false }, isHandled: true } : ignored;
    case 'Home':
    case 'End':
    case 'ArrowLeft':
    case 'ArrowRight':
      return { listbox: { isOpen }, isHandled: false };
    default:
      return ignored;
  }
}
