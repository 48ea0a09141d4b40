import { z } from 'zod';
import { alongside, checkClient, clientId, ownerProofOf, parameters, session } from '../protocol/input.ts';
import { operation } from '../protocol/operation.ts';
import { challengeAnswers } from '../sign-in/challenge-answers.ts';

const names = Object.keys(challengeAnswers) as [keyof typeof challengeAnswers];

const input = z.object({
  ClientId: clientId,
  ChallengeName: z.enum(names),
  ChallengeResponses: parameters.nullish(),
  Session: session.nullish(),
  ...alongside,
});

export const respondToAuthChallenge = operation(input, async (given, service, call) => {
  checkClient(service, given.ClientId);
  return challengeAnswers[given.ChallengeName](
    { responses: given.ChallengeResponses ?? {}, session: given.Session ?? '' },
    service,
    { ...call, ...ownerProofOf(given) },
  );
});
