import type { ReactNode } from 'react';
import { signInAgain } from '#client/session/sign-in-again.ts';
import { ActionButton } from '#ui/form/action-button.tsx';

function Closed({ title, children }: { title: string; children: ReactNode }) {
  return (
    <main id="main" className="wrap grid flex-1 place-items-center py-20">
      <title>{`${title} | Back office`}</title>
      <div className="grid max-w-[52ch] justify-items-start gap-4">
        <h1 className="page-title">{title}</h1>
        {children}
      </div>
    </main>
  );
}

/** For staff who have signed in with one factor, where the shop asks for two. */
export function SecondFactorNeeded({ message }: { message: string }) {
  return (
    <Closed title="A second factor is needed">
      <p className="text-lg text-ink-2">{message}</p>
      <div className="flex flex-wrap gap-3">
        <a className="btn btn-primary" href="/profile">
          Set one up in your profile
        </a>
        <ActionButton className="btn btn-line" action={async () => void (await signInAgain())}>
          Sign in again
        </ActionButton>
      </div>
    </Closed>
  );
}

/** The API does not answer. */
export function Unreachable({ message, onTryAgain }: { message: string; onTryAgain: () => Promise<void> }) {
  return (
    <Closed title="The back office cannot be opened now">
      <p role="alert" className="text-lg text-ink-2">
        {message}
      </p>
      <ActionButton className="btn btn-primary" action={async () => void (await onTryAgain())}>
        Try again
      </ActionButton>
    </Closed>
  );
}

/** In the words of the shop's own page for addresses that there is nothing at. */
export function NotFound() {
  return (
    <main id="main" className="wrap grid flex-1 place-items-center py-16 text-center">
      <title>Page Not Found</title>
      <div>
        <p className="num text-[clamp(7rem,24vw,17rem)] leading-none font-[520] tracking-[-.06em]">404</p>
        <h1 className="page-title mt-4">Page Not Found</h1>
        <p className="mt-2 max-w-[44ch] text-lg text-ink-2">
          We are sorry: the page you requested does not exist on this website.
        </p>
        <a className="btn btn-primary mt-7" href="/">
          Go Back To Home
        </a>
      </div>
    </main>
  );
}
