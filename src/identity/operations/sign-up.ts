import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { invalidParameter, ProtocolError } from '../errors.ts';
import { alongside, attributes, checkClient, clientId, password, username } from '../input.ts';
import { operation } from '../operation.ts';
import { checkPolicy, sealPassword } from '../passwords.ts';
import { sendCode } from '../send-code.ts';
import { findUser, insertUser } from '../user.store.ts';
import { changeAttributes } from '../user-attributes.ts';

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
  const inserted = await insertUser(service.db, {
    user_id: userId,
    email: given.Username,
    status: 'UNCONFIRMED',
    attributes: userAttributes,
    password_sealed: sealPassword(service.secrets, { poolName: service.pool.name, userId }, given.Password),
  });
  if (!inserted) throw new ProtocolError('UsernameExistsException', 'User already exists');
  const user = await findUser(service.db, userId);
  const destination = await sendCode(service, { userId, user }, 'sign_up', given.Username);
  return {
    UserConfirmed: false,
    UserSub: userId,
    CodeDeliveryDetails: { AttributeName: 'email', DeliveryMedium: 'EMAIL', Destination: destination },
  };
});
