import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { LicenseSection } from './license-section.tsx';

test('[V-05] a license without terms is named as it is written, and told nothing of', () => {
  const section = renderToStaticMarkup(<LicenseSection license="LicenseRef-A AND LicenseRef-B" terms={null} />);
  expect(section).toContain('LicenseRef-A AND LicenseRef-B');
  expect(section).not.toContain('not legal advice');
});
