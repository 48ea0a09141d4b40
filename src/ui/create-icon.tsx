// Draws the icons of lucide-react in the built screens (vite.config.ts), in the place of the package's own, which brings
// ten times as much for contexts and names that no screen uses.
import type { ComponentProps, ElementType } from 'react';

type IconData = { size?: number; node: Array<[ElementType, Record<string, string>]> };
type IconProps = ComponentProps<'svg'> & { size?: number };

/** As the package calls it, by default, for each of its icons. */
// biome-ignore lint/style/noDefaultExport: the package's icons import it so
export default function createIcon({ size: drawn = 24, node }: IconData) {
  return function Icon({ size = drawn, ...props }: IconProps) {
    return (
      <svg
        xmlns="http://www.w3.org/2000/svg"
        width={size}
        height={size}
        viewBox={`0 0 ${drawn} ${drawn}`}
        fill="none"
        stroke="currentColor"
        strokeWidth={2}
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden="true"
        {...props}
      >
        {node.map(([Shape, { key, ...attributes }]) => (
          <Shape key={key} {...attributes} />
        ))}
      </svg>
    );
  };
}
