import { showAlert } from '#client/alert/alert.ts';
import { createBrowserApi } from '#client/api/browser-api.ts';
import { failureText } from '#client/api/failure-text.ts';
import { formatAmount } from '#contract/money/amount/money.ts';
import { t } from '#language/message.ts';

/** Resolves with what went wrong, or nothing. */
export async function takeMoneyBack(entitlementId: string): Promise<string | undefined> {
  try {
    const { amount } = await createBrowserApi().post('/library/{entitlementId}/money-back', {
      params: { path: { entitlementId } },
    });
    showAlert({
      type: 'success',
      message: t('{amount} goes back to what you paid with', { amount: formatAmount(amount) }),
    });
    return undefined;
  } catch (error) {
    return failureText(error);
  }
}
