import { expect, open, test } from '../shop.ts';

test("[R-02] [F-01] contact is titled 'Get in touch': a form, and how to reach the company beside it", async ({
  page,
}) => {
  await page.goto('/contact');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Get in touch');
  const form = page.getByRole('form', { name: 'Contact' });
  await expect(form.getByRole('textbox')).toHaveCount(3);
  await expect(form.getByRole('textbox', { name: 'Your email' })).toHaveAttribute('name', 'senderEmail');
  await expect(form.getByRole('textbox', { name: 'Subject' })).toHaveAttribute('name', 'senderSubject');
  await expect(form.getByRole('textbox', { name: 'Message' })).toHaveAttribute('name', 'senderMessage');

  const panel = page.getByRole('complementary', { name: 'Contact details' });
  for (const line of ['Hearth Marketplace', '1 Example Street', '10115 Berlin', 'Germany']) {
    await expect(panel.getByText(line, { exact: true })).toBeVisible();
  }
  await expect(panel.getByRole('link', { name: 'support@hearth.example' })).toHaveAttribute(
    'href',
    'mailto:support@hearth.example',
  );
  await expect(panel.getByRole('link', { name: '+49 30 5550 0100' })).toHaveAttribute('href', 'tel:+493055500100');
});

test('[F-02] [F-05] the sender e-mail says what is wrong with it once it is touched or changed', async ({ page }) => {
  await open(page, '/contact');
  const form = page.getByRole('form', { name: 'Contact' });
  const email = form.getByRole('textbox', { name: 'Your email' });
  const faults = form.getByRole('alert').filter({ hasText: /./ });
  await expect(faults).toHaveCount(0);

  await email.focus();
  await expect(faults).toHaveCount(0);
  await email.blur();
  await expect(faults).toHaveText(['This field is required.']);
  await email.fill('somebody');
  await expect(faults).toHaveText(['Please enter your email address.']);
  await expect(email).toHaveAttribute('aria-invalid', 'true');
  await expect(email).toHaveAccessibleDescription('Please enter your email address.');
  for (const wrong of ['@example.com', 'some body@example.com', 'somebody@', 'somebody@exa mple.com']) {
    await email.fill(wrong);
    await expect(faults, wrong).toHaveText(['Please enter your email address.']);
  }
  await email.fill('somebody@example.com');
  await expect(faults).toHaveCount(0);
  await email.fill('');
  await expect(faults).toHaveText(['This field is required.']);
});

test('[F-03] [F-05] the subject is required and has at least 10 characters', async ({ page }) => {
  await open(page, '/contact');
  const form = page.getByRole('form', { name: 'Contact' });
  const subject = form.getByRole('textbox', { name: 'Subject' });
  const faults = form.getByRole('alert').filter({ hasText: /./ });
  await subject.focus();
  await subject.blur();
  await expect(faults).toHaveText(['This field is required.']);
  await subject.fill('123456789');
  await expect(faults).toHaveText(['Subject has to be at least 10 characters.']);
  await subject.fill('1234567890');
  await expect(faults).toHaveCount(0);
});

test('[F-04] [F-05] the message is required and has at least 20 characters', async ({ page }) => {
  await open(page, '/contact');
  const form = page.getByRole('form', { name: 'Contact' });
  const message = form.getByRole('textbox', { name: 'Message' });
  const faults = form.getByRole('alert').filter({ hasText: /./ });
  await message.focus();
  await message.blur();
  await expect(faults).toHaveText(['This field is required.']);
  await message.fill('1234567890123456789');
  await expect(faults).toHaveText(['The message has to be at least 20 characters.']);
  await message.fill('12345678901234567890');
  await expect(faults).toHaveCount(0);
});

test('[F-05] [F-06] sending waits for a valid form, then logs the validity and makes no call', async ({ page }) => {
  await open(page, '/contact');
  const asked: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (!/^\/(assets|art)\/|\.svg$/.test(pathname)) asked.push(`${request.method()} ${request.url()}`);
  });
  const logged: string[] = [];
  page.on('console', (message) => logged.push(`${message.type()}: ${message.text()}`));

  const send = page.getByRole('button', { name: 'Send message' });
  await expect(send).toBeDisabled();
  await page.getByRole('textbox', { name: 'Your email' }).fill('somebody@example.com');
  await expect(send).toBeDisabled();
  await page.getByRole('textbox', { name: 'Subject' }).fill('A question');
  await expect(send).toBeDisabled();
  await page.getByRole('textbox', { name: 'Subject' }).press('Enter');
  await page.getByRole('textbox', { name: 'Message' }).fill('Where do I find my order?');
  await expect(send).toBeEnabled();
  await page.getByRole('textbox', { name: 'Subject' }).fill('Short');
  await expect(send).toBeDisabled();
  await page.getByRole('textbox', { name: 'Subject' }).fill('A question');
  expect(logged).toEqual([]);

  await send.click();
  await expect.poll(() => logged).toEqual(['log: Contact form valid: true']);
  await page.getByRole('button', { name: 'Back to the form' }).click();
  await expect(send).toBeVisible();
  await expect(page).toHaveURL('/contact');
  expect(asked).toEqual([]);
});
