// An authenticator with one passkey, as a browser hands on what it signs (WebAuthn level 2, attestation 'none').
import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';

const PRESENT_AND_VERIFIED = 0x05;
const WITH_CREDENTIAL = 0x40;
const ES256 = -7;

type Options = { challenge: string };

/** `origin` is the site that the passkey is for. */
export function createPasskey(origin: string) {
  const id = randomBytes(32);
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  let counter = 0;

  function authenticatorData(flags: number, credential = Buffer.alloc(0)): Buffer {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(++counter);
    return Buffer.concat([sha256(new URL(origin).hostname), Buffer.of(flags), count, credential]);
  }

  function clientData(type: string, { challenge }: Options): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  }

  const credential = (response: object) => ({
    id: id.toString('base64url'),
    rawId: id.toString('base64url'),
    type: 'public-key' as const,
    clientExtensionResults: {},
    response,
  });

  return {
    id: id.toString('base64url'),
    /** Answers the options of a registration. */
    create(options: Options) {
      const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
      const key = isoCBOR.encode(
        new Map<number, number | Uint8Array>([
          [1, 2],
          [3, ES256],
          [-1, 1],
          [-2, new Uint8Array(Buffer.from(x, 'base64url'))],
          [-3, new Uint8Array(Buffer.from(y, 'base64url'))],
        ]),
      );
      const length = Buffer.of(0, id.length);
      const authData = authenticatorData(
        PRESENT_AND_VERIFIED | WITH_CREDENTIAL,
        Buffer.concat([Buffer.alloc(16), length, id, key]),
      );
      const attestation = isoCBOR.encode(
        new Map<string, string | Map<string, string> | Uint8Array>([
          ['fmt', 'none'],
          ['attStmt', new Map<string, string>()],
          ['authData', new Uint8Array(authData)],
        ]),
      );
      return credential({
        clientDataJSON: clientData('webauthn.create', options).toString('base64url'),
        attestationObject: Buffer.from(attestation).toString('base64url'),
        transports: ['internal'],
      });
    },
    /** Answers the options of a sign-in. */
    get(options: Options) {
      const client = clientData('webauthn.get', options);
      const authData = authenticatorData(PRESENT_AND_VERIFIED);
      return credential({
        clientDataJSON: client.toString('base64url'),
        authenticatorData: authData.toString('base64url'),
        signature: sign('sha256', Buffer.concat([authData, sha256(client)]), privateKey).toString('base64url'),
      });
    },
  };
}

function sha256(data: string | Uint8Array): Buffer {
  return createHash('sha256').update(data).digest();
}
