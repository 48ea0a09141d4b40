import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { ContactForm } from './contact-form.tsx';

test('[F-06] without scripts Enter sends the message: the first button of the form can be pressed', () => {
  const html = renderToStaticMarkup(<ContactForm onSubmit={async () => undefined} action="/contact" />);
  const [first, second] = [...html.matchAll(/<button[^>]*>/g)].map(([button]) => button);
  expect(first).toContain('type="submit"');
  expect(first).not.toContain('disabled');
  expect(second).toContain('disabled');
});
