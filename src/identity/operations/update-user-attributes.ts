import { z } from 'zod';
import { readAccess } from '../access.ts';
import { accessToken, alongside, attributes } from '../input.ts';
import { operation } from '../operation.ts';
import { updateUser } from '../user.store.ts';
import { changeAttributes } from '../user-attributes.ts';

const input = z.object({ AccessToken: accessToken, UserAttributes: attributes, ...alongside });

/** The e-mail address is the user name, and stays. */
export const updateUserAttributes = operation(input, async (given, service) => {
  const { user } = await readAccess(service, given.AccessToken);
  const changed = changeAttributes(user.attributes, given.UserAttributes);
  await updateUser(service.db, user.user_id, { attributes: JSON.stringify(changed) });
  return { CodeDeliveryDetailsList: [] };
});
