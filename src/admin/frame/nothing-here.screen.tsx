import { Link } from 'react-router';
import { Screen } from './screen.tsx';

/** An address below /admin that there is no screen at. */
export function Component() {
  return (
    <Screen title="There is no such screen">
      <Link to="/" className="btn btn-primary">
        To the overview
      </Link>
    </Screen>
  );
}
