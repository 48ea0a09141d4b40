import { z } from 'zod';
import { findSubject } from '../accounts/subject.ts';
import { alreadyConfirmedMessage } from '../codes/code-messages.ts';
import { sendCode } from '../codes/send-code.ts';
import { withMinimumDuration } from '../guard/with-minimum-duration.ts';
import { alongside, checkClient, clientId, username } from '../protocol/input.ts';
import { operation } from '../protocol/operation.ts';

const input = z.object({ ClientId: clientId, Username: username, ...alongside });

/** Answers alike whether the address is waiting for confirmation, confirmed, or unknown; only mails tell. */
export const resendConfirmationCode = operation(input, async (given, service, call) => {
  checkClient(service, given.ClientId);
  await service.limits.mail(call.address);
  return withMinimumDuration(async () => {
    const { userId, user } = await findSubject(service, given.Username);
    const waiting = user?.status === 'UNCONFIRMED' ? user : null;
    const Destination = await sendCode(service, { userId, user: waiting }, 'sign_up', given.Username);
    if (user && !waiting) {
      const message = alreadyConfirmedMessage(service.pool.shopName, user.email);
      await service.db.transaction().execute((transaction) => service.sendMail(transaction, message));
    }
    return { CodeDeliveryDetails: { AttributeName: 'email', DeliveryMedium: 'EMAIL', Destination } };
  });
});
