import { Navigate } from 'react-router';

/** There is nothing to check out with an empty cart: the cart says so. */
export function Component() {
  return <Navigate to="/cart" replace />;
}
