import { PageHead } from '../../page/page-head.tsx';
import { BecomeASeller } from './become-a-seller.tsx';

export const handle = { wide: true };

/** An application to sell: what it says, what is missing, and how it stands. */
export function Component() {
  return (
    <>
      <PageHead title="Become a seller" description="Apply for a shop of your own." noIndex />
      <h1 className="page-title">Become a seller</h1>
      <p className="mb-7 mt-1 text-ink-2">
        Sell machines, data, models and software here. A decision usually takes one working day.
      </p>
      <BecomeASeller />
    </>
  );
}
