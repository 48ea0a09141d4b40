import { SunMoon } from 'lucide-react';
import { t } from '#language/message.ts';

/** Switches between light and dark, and stores the choice in this browser. */
export function ThemeButton({ className }: { className: string }) {
  function flip() {
    const root = document.documentElement;
    const system = window.matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
    const next = (root.dataset.theme ?? system) === 'dark' ? 'light' : 'dark';
    root.dataset.theme = next;
    try {
      localStorage.setItem('theme', next);
    } catch {
      // Storage is refused in some private windows: the choice then lasts for this page.
    }
  }
  return (
    <button
      type="button"
      className={`icon-btn needs-script max-[359px]:hidden ${className}`}
      aria-label={t('Switch between light and dark')}
      onClick={flip}
    >
      <SunMoon size={20} strokeWidth={1.6} aria-hidden />
    </button>
  );
}
