import { type ComponentProps, type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react';

/**
 * The keys of a combobox whose list is `list` (WAI-ARIA Authoring Practices, editable combobox with list autocomplete):
 * the field keeps the focus and names the option that is active, whose id is answered. `version` changes with what is in the
 * list. Hands what the field needs to `onCombobox`. Escape closes the dialog around it, whatever is in the field; Enter with Ctrl or Cmd
 * opens in a new tab, as a click does. With `isFirstActive` Enter alone takes the first option.
 */
export function useListbox(
  list: RefObject<HTMLElement | null>,
  {
    version,
    onCombobox,
    isFirstActive = false,
  }: { version: string; onCombobox: (props: ComponentProps<'input'>) => void; isFirstActive?: boolean },
): string | null {
  const [active, setActive] = useState<string | null>(null);
  /** Option that the next key goes on from, which may come before this is drawn. */
  const latest = useRef(active);
  const options = () => [...(list.current?.querySelectorAll<HTMLElement>('[role=option]') ?? [])];

  function activate(id: string | null) {
    latest.current = id;
    setActive(id);
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: other options are other choices
  useEffect(() => activate((isFirstActive && options()[0]?.id) || null), [version]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: what the field needs follows from these
  useEffect(() => {
    document.getElementById(active ?? '')?.scrollIntoView({ block: 'nearest' });
    onCombobox({
      role: 'combobox',
      'aria-autocomplete': 'list',
      'aria-haspopup': 'listbox',
      'aria-expanded': options().length > 0,
      'aria-controls': list.current?.id,
      'aria-activedescendant': active ?? undefined,
      onKeyDown,
    });
  }, [active, version]);

  function onKeyDown(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return;
    const all = options();
    const at = all.findIndex((option) => option.id === latest.current);
    const next = nextOption(event.key, at, all.length);
    // A field for searches would first empty itself, and close the dialog only when it is asked again.
    if (event.key === 'Escape') event.currentTarget.closest('dialog')?.close();
    else if (event.key === 'Enter' && at >= 0) {
      if ((event.ctrlKey || event.metaKey) && openInTab(all[at])) return event.preventDefault();
      all[at]?.click();
    } else if (next === null) return;
    activate(all[next ?? -1]?.id ?? null);
    event.preventDefault();
  }

  return active;
}

/** -1 is the field itself, which the arrows lead back to at both ends; null where the key is the field's own. */
function nextOption(key: string, at: number, count: number): number | null {
  if (count === 0) return null;
  if (key === 'ArrowDown') return at + 1 < count ? at + 1 : -1;
  if (key === 'ArrowUp') return at < 0 ? count - 1 : at - 1;
  if (at < 0) return null;
  if (key === 'Home') return 0;
  return key === 'End' ? count - 1 : null;
}

/** False where the browser refuses a new tab. It does not always follow a click with Ctrl that a script has made. */
function openInTab(option: HTMLElement | undefined): boolean {
  return option instanceof HTMLAnchorElement && window.open(option.href) !== null;
}
