import { z } from 'zod';
import { findSubject } from '../accounts/subject.ts';
import { maskEmail, sendCode } from '../codes/send-code.ts';
import { withMinimumDuration } from '../guard/with-minimum-duration.ts';
import { ProtocolError } from '../protocol/errors.ts';
import { alongside, checkClient, clientId, username } from '../protocol/input.ts';
import { operation } from '../protocol/operation.ts';

const input = z.object({ ClientId: clientId, Username: username, ...alongside });

/**
 * Also for an account that was never confirmed: whoever reads the mailbox owns the address, and somebody else may have
 * registered it. A disabled account is treated as an unknown address. Where enough mails were sent within the hour the answer is the same,
 * and no further one goes out.
 */
export const forgotPassword = operation(input, async (given, service, call) => {
  checkClient(service, given.ClientId);
  await service.limits.mail(call.address);
  return withMinimumDuration(async () => {
    const { userId, user } = await findSubject(service, given.Username);
    const subject = { userId, user: user?.enabled ? user : null };
    const Destination = await sendCode(service, subject, 'reset', given.Username).catch((error) => {
      if (!(error instanceof ProtocolError && error.type === 'LimitExceededException')) throw error;
      // The emails went to the owner, whoever asked before, and their links are good: that is no reason to refuse.
      return maskEmail(given.Username);
    });
    return { CodeDeliveryDetails: { AttributeName: 'email', DeliveryMedium: 'EMAIL', Destination } };
  });
});
