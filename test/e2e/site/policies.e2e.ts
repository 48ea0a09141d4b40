import { outboxAddress, outboxKey } from '../../../src/mail/outbox-page/outbox-key.ts';
import { openSecrets } from '../../../src/platform/secrets.ts';
import { expect, test } from '../shop.ts';

test.use({ expectedNoise: /the server responded with a status of (400|404)/ });

// The shop's other pages are opened by the other tests, and each of those fails when a page breaks its policy.
test('pages that are seldom opened keep to their own policies, and have their looks', async ({ page }) => {
  const secrets = openSecrets({ secretsKey: null, dataDir: process.env.SHOP_DATA_DIR ?? '' });
  for (const [path, selector] of [
    ['/api/docs', '#reference .info'],
    ['/identity/login', 'main'],
    ['/pay/cs_test_nothing', 'main'],
    [outboxAddress('', outboxKey(secrets)), 'main'],
    ['/nothing/here', 'main'],
  ] as const) {
    await page.addInitScript(() => {
      document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
        console.error(`broke ${violatedDirective}: ${blockedURI}`);
      });
    });
    await page.goto(path);
    await expect(page.locator(selector).first()).toBeVisible();
    const looks = await page.evaluate(() => [...document.styleSheets].some((sheet) => sheet.cssRules.length > 0));
    expect(looks, path).toBe(true);
  }
});
