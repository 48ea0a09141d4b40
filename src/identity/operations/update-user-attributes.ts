import { z } from 'zod';
import { updateUser } from '../accounts/user.store.ts';
import { changeAttributes } from '../accounts/user-attributes.ts';
import { accessToken, alongside, attributes } from '../protocol/input.ts';
import { operation } from '../protocol/operation.ts';
import { readAccess } from '../sessions/access.ts';

const input = z.object({ AccessToken: accessToken, UserAttributes: attributes, ...alongside });

/** The e-mail address is the user name, and stays. */
export const updateUserAttributes = operation(input, async (given, service) => {
  const { user } = await readAccess(service, given.AccessToken);
  const changed = changeAttributes(user.attributes, given.UserAttributes);
  await updateUser(service.db, user.user_id, { attributes: JSON.stringify(changed) });
  return { CodeDeliveryDetailsList: [] };
});
