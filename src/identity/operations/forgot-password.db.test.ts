import { expect, test } from 'vitest';
import { setUser } from '../../../test/parts/identity.ts';
import { email, serveIdentity } from '../../../test/parts/serve-identity.ts';

const service = serveIdentity();

const forget = () => service.identity.call('ForgotPassword', { Username: email });
const sent = {
  CodeDeliveryDetails: { AttributeName: 'email', DeliveryMedium: 'EMAIL', Destination: 'a***@e***' },
};

test('mails a code and a link, and says where to without naming the address', async () => {
  await service.identity.register(email);
  expect((await forget()).body).toEqual(sent);
  const mail = service.identity.mails.at(-1);
  expect(mail).toMatchObject({ to: email, heading: 'Set a new password', code: expect.stringMatching(/^\d{6}$/) });
  expect(mail?.action?.url).toContain('/account/forgotPassword#');
});

test('answers the same for a disabled account, and mails nothing', async () => {
  await service.identity.register(email);
  await setUser(service.database, email, { enabled: false });
  service.identity.mails.length = 0;
  expect((await forget()).body).toEqual(sent);
  expect(service.identity.mails).toEqual([]);
});
