import { z } from 'zod';
import { alongside, checkClient, clientId } from '../protocol/input.ts';
import { operation } from '../protocol/operation.ts';
import { answerRenewed } from '../sign-in/renew-tokens.ts';

const input = z.object({
  ClientId: clientId,
  RefreshToken: z.string().min(1).max(4_096),
  DeviceKey: z.string().nullish(),
  ClientSecret: z.string().nullish(),
  ...alongside,
});

export const getTokensFromRefreshToken = operation(input, async (given, service, call) => {
  checkClient(service, given.ClientId);
  return answerRenewed(service, call, given.RefreshToken);
});
