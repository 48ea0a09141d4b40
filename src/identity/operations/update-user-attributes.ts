import { z } from 'zod';
import { readAccess } from '../access.ts';
import { accessToken, alongside, attributes } from '../input.ts';
import { operation } from '../operation.ts';
import { updateUser } from '../user.store.ts';
import { readAttributes } from '../user-attributes.ts';

const input = z.object({ AccessToken: accessToken, UserAttributes: attributes, ...alongside });

/** An empty value takes the attribute away. The e-mail address is the user name, and stays. */
export const updateUserAttributes = operation(input, async (given, service) => {
  const changed = readAttributes(given.UserAttributes);
  const { user } = await readAccess(service, given.AccessToken);
  const kept = Object.entries({ ...user.attributes, ...changed }).filter(([, value]) => value !== '');
  await updateUser(service.db, user.user_id, { attributes: JSON.stringify(Object.fromEntries(kept)) });
  return { CodeDeliveryDetailsList: [] };
});
