import { z } from 'zod';
import { alongside, checkClient, clientId, username } from '../input.ts';
import { operation } from '../operation.ts';
import { paced } from '../paced.ts';
import { sendCode } from '../send-code.ts';
import { findSubject } from '../subject.ts';

const input = z.object({ ClientId: clientId, Username: username, ...alongside });

/**
 * Also for an account that was never confirmed: whoever reads the mailbox owns the address, and somebody else may have
 * registered it. A disabled account is treated as an unknown address.
 */
export const forgotPassword = operation(input, (given, service, call) =>
  paced(async () => {
    checkClient(service, given.ClientId);
    await service.limits.mail(call.address);
    const { userId, user } = await findSubject(service, given.Username);
    const subject = { userId, user: user?.enabled ? user : null };
    const Destination = await sendCode(service, subject, 'reset', given.Username);
    return { CodeDeliveryDetails: { AttributeName: 'email', DeliveryMedium: 'EMAIL', Destination } };
  }),
);
