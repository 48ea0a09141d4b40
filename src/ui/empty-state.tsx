import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

type EmptyStateProps = {
  icon: LucideIcon;
  title: string;
  children: ReactNode;
  action?: { href: string; label: string };
};

/** An empty list: says so, what will be listed there, and where to go. */
export function EmptyState({ icon: Icon, title, children, action }: EmptyStateProps) {
  return (
    <div className="grid justify-items-center gap-3 border-y px-4 py-16 text-center">
      <Icon size={36} strokeWidth={1.2} aria-hidden className="text-ink-3" />
      <p className="text-lg">{title}</p>
      <p className="max-w-[44ch] text-ink-2">{children}</p>
      {action && (
        <a className="btn btn-primary mt-3" href={action.href}>
          {action.label}
        </a>
      )}
    </div>
  );
}
