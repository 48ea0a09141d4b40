import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router';
import { showAlert } from '#client/alert/alert.ts';
import { libraryPath } from '#contract/goods/library/library.ts';
import { cardPageOutcome } from './card-page-outcome.ts';

type AfterCardPageProps = { open: string; session: string | null; cancelled: string | null };

/** Back from the card page, where more time for a machine was to be paid: says what became of it, and takes that out of the address. */
export function AfterCardPage({ open, session, cancelled }: AfterCardPageProps) {
  const navigate = useNavigate();
  const queries = useQueryClient();
  const asked = useRef(false);

  useEffect(() => {
    if (asked.current) return;
    asked.current = true;
    void cardPageOutcome(session, cancelled ?? '').then(async (alert) => {
      await queries.invalidateQueries();
      showAlert(alert, { persist: true });
      navigate(libraryPath(open), { replace: true, preventScrollReset: true });
    });
  });

  return null;
}
