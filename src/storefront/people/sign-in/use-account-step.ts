import { useLocation, useNavigate } from 'react-router';
import { useHydrated } from '#ui/loading/use-hydrated.ts';

/**
 * Data that one account screen, or one step of it, hands to the next. Never a password. `proof`: from the link in an email, which only
 * the owner of the address can have; it sets one new password, and expires within hours.
 */
export type AccountStep = { email: string; username?: string; proof?: string };

/**
 * The second step of an account screen, or null at its first. It stands in the browser's history: a reload, also of a
 * phone that was away reading the mail, finds it again, and a new visit starts at the first step. The server knows nothing of it,
 * so the first drawing has none.
 */
export function useAccountStep(): [AccountStep | null, (step: AccountStep | null) => void] {
  const { state } = useLocation();
  const navigate = useNavigate();
  const hydrated = useHydrated();
  const change = (step: AccountStep | null) => void navigate(window.location.search, { replace: true, state: step });
  return [hydrated && isStep(state) ? state : null, change];
}

function isStep(state: unknown): state is AccountStep {
  return typeof (state as AccountStep | null)?.email === 'string';
}
