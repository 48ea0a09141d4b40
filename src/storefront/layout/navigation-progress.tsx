import { useNavigation } from 'react-router';

/** A hairline at the top while the next screen loads; it appears only when that takes longer than a blink. */
export function NavigationProgress() {
  const busy = useNavigation().state !== 'idle';
  return <div aria-hidden="true" className="navigation-progress" data-busy={busy || undefined} />;
}
