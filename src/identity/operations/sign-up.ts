import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { insertUser } from '../accounts/user.store.ts';
import { changeAttributes } from '../accounts/user-attributes.ts';
import { addCode, maskEmail } from '../codes/send-code.ts';
import { checkPolicy, sealPassword } from '../passwords/passwords.ts';
import { invalidParameter, ProtocolError } from '../protocol/errors.ts';
import { alongside, attributes, checkClient, clientId, password, username } from '../protocol/input.ts';
import { operation } from '../protocol/operation.ts';

const input = z.object({
  ClientId: clientId,
  Username: username,
  Password: password,
  UserAttributes: attributes.nullish(),
  ValidationData: attributes.nullish(),
  ...alongside,
});

/** Makes an account that its owner confirms with a code. Says when the address has one already, as the protocol does. */
export const signUp = operation(input, async (given, service, call) => {
  checkClient(service, given.ClientId);
  if (!z.email().safeParse(given.Username).success) throw invalidParameter('Username should be an email.');
  const others = (given.UserAttributes ?? []).filter(({ Name, Value }) => {
    if (Name !== 'email') return true;
    if (Value !== given.Username) throw invalidParameter('The email attribute should be the user name.');
    return false;
  });
  const userAttributes = changeAttributes({}, others);
  checkPolicy(given.Password, service.pool.passwordPolicy);
  await service.limits.mail(call.address);

  const userId = randomUUID();
  const user = {
    user_id: userId,
    email: given.Username,
    status: 'UNCONFIRMED' as const,
    attributes: userAttributes,
    password_sealed: sealPassword(service.secrets, { poolName: service.pool.name, userId }, given.Password),
  };
  // An account without a code could not be confirmed, and would keep its owner from registering again.
  await service.db.transaction().execute(async (transaction) => {
    const inserted = await insertUser(transaction, user);
    if (!inserted) throw new ProtocolError('UsernameExistsException', 'User already exists');
    await addCode(service, transaction, { userId, user }, 'sign_up');
  });
  return {
    UserConfirmed: false,
    UserSub: userId,
    CodeDeliveryDetails: { AttributeName: 'email', DeliveryMedium: 'EMAIL', Destination: maskEmail(given.Username) },
  };
});
