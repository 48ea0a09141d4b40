import { useNavigation } from 'react-router';

/** A hairline at the top while the next screen loads; it appears only when that takes longer than a blink. */
export function NavigationProgress() {
  const busy = useNavigation().state !== 'idle';
  return (
    <div
      aria-hidden="true"
      className={`pointer-events-none fixed inset-x-0 top-0 z-50 h-0.5 origin-left bg-accent transition-[transform,opacity] ${busy ? 'scale-x-75 opacity-100 delay-150 duration-[4000ms]' : 'scale-x-0 opacity-0'}`}
    />
  );
}
