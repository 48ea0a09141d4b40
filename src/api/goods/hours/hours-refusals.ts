import type { HTTPException } from 'hono/http-exception';
import { badRequest, conflict, notFound } from '../../http/answers.ts';
import type { HoursRefusal } from './hours-service.ts';

/** Answers to requests that were not carried out. */
export function refused(why: HoursRefusal, nothing: string): HTTPException {
  switch (why) {
    case 'no_hours':
      return notFound(nothing);
    case 'on_hold':
      return conflict('Somebody looks at the payment of these hours. Try again when that has come to its end.');
    case 'ended':
      return conflict('These hours are not yours any more: they were refunded or withdrawn, or have expired.');
    case 'nothing_left':
      return conflict('No minutes are left. Buy more of the same product, then start the machine.');
    case 'other_purchase':
      return conflict('These minutes are used up. Start the machine of the purchase that has minutes left.');
    case 'no_machine':
      return conflict('Every machine of this kind is rented now. Your minutes stay yours: try again when one is free.');
    case 'not_asked':
      return conflict('Nobody waits for a machine of these hours. A buyer asks for one in their library.');
    case 'not_on':
      return conflict('No machine is on. Start one, then set when it stops by itself.');
    case 'is_on':
      return conflict('A machine is on already, started with other wishes. Set when it stops, or stop it first.');
    case 'no_template':
      return conflict('The shop does not offer this template any more. Choose another one.');
    case 'no_key':
      return conflict('One of these SSH keys is no longer in your account. Choose again.');
    case 'no_price':
      return conflict('Nothing was paid for these hours, so that a budget has no meaning. Set a time instead.');
    case 'small_budget':
      return conflict('The budget does not pay for one minute. Raise it, or set a time instead.');
    case 'limit_passed':
      return conflict('The machine has run for longer than that already. Set a later end, or stop it.');
    case 'not_by_hand':
      return conflict("These machines are started and stopped by your shop's endpoint.");
    case 'own_shop':
      return conflict("Somebody else looks after your own shop's machines.");
    case 'in_future':
      return badRequest('to must not be in the future. Record an outage when it has ended, or until now.');
    case 'too_old':
      return badRequest('from must be within the last 90 days.');
  }
}
