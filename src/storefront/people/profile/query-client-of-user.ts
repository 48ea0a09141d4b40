// Answers of the API that screens of the profile have asked for, kept from one screen to the next.
import { createQueryClient } from '#client/query/query-client.ts';
import { currentUser } from '#client/session/session.ts';

export const queryClientOfUser = createQueryClient();

let userId = currentUser.get()?.userId;
// Nobody reads what was answered to somebody else.
currentUser.listen((user) => {
  if (user?.userId === userId) return;
  userId = user?.userId;
  queryClientOfUser.clear();
});
