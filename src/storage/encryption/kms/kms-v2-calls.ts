import { randomUUID } from 'node:crypto';
import { goQuote } from '../../../util/quote.ts';
import { TransformError } from '../transformer.ts';
import { KmsMethod } from './kms-client.ts';
import type { Annotations, EncryptedKey, EncryptedObject } from './messages.ts';
import type { PluginChannel } from './plugin-channel.ts';

const service = '/v2.KeyManagementService';
const statusOf = new KmsMethod<object, { version: string; healthz: string; key_id: string }>(
  `${service}/Status`,
  'StatusRequest',
  'StatusResponse',
);
const encrypt = new KmsMethod<object, { ciphertext: Buffer; key_id: string; annotations: Annotations }>(
  `${service}/Encrypt`,
  'EncryptRequest',
  'EncryptResponse',
);
const decrypt = new KmsMethod<object, { plaintext: Buffer }>(
  `${service}/Decrypt`,
  'DecryptRequest',
  'DecryptResponse',
);

const versions = ['v2', 'v2beta1'];
/** Bytes of a key id, and of an encrypted data key. */
const maxSize = 1024;

/**
 * The id of the key that the plugin encrypts with now. Rejects when it is not well. `refused` receives what is wrong with
 * an id.
 */
export async function statusKeyId(
  channel: PluginChannel,
  refused: (error: 'empty' | 'too_long') => void = () => {},
): Promise<string> {
  const { version, healthz, key_id } = await statusOf.call(channel, {});
  const fail = (message: string): never => {
    throw new TransformError(
      `failed to perform status section of the healthz check for KMS Provider: ${message}`,
      {
        mayPass: true,
      },
    );
  };
  if (healthz !== 'ok') fail(`got unexpected healthz status: ${healthz}`);
  if (!versions.includes(version)) fail(`expected KMSv2 API version v2, got ${version}`);
  checkKeyId(key_id, refused);
  return key_id;
}

/** Has a data key encrypted. */
export async function encryptKey(
  channel: PluginChannel,
  plaintext: Buffer,
): Promise<EncryptedKey & { ciphertext: Buffer }> {
  const answer = await encrypt.call(channel, { plaintext, uid: randomUUID() });
  checkKeyId(answer.key_id);
  const { length } = answer.ciphertext;
  if (length === 0) throw new TransformError('encrypted DEK source is empty');
  if (length > maxSize)
    throw new TransformError(
      `encrypted DEK source is ${length} bytes, which exceeds the max size of ${maxSize}`,
    );
  return answer;
}

export async function decryptKey(
  channel: PluginChannel,
  { encrypted_dek_source, key_id, annotations }: EncryptedObject,
): Promise<Buffer> {
  const request = { ciphertext: encrypted_dek_source, uid: randomUUID(), key_id, annotations };
  return (await decrypt.call(channel, request)).plaintext;
}

function checkKeyId(id: string, refused: (error: 'empty' | 'too_long') => void = () => {}): void {
  if (id === '') {
    refused('empty');
    throw new TransformError('keyID is empty', { mayPass: true });
  }
  const size = Buffer.byteLength(id);
  if (size > maxSize) {
    refused('too_long');
    throw new TransformError(
      `keyID ${goQuote(id.slice(0, 20))}… is ${size} bytes, which exceeds the max size of ${maxSize}`,
    );
  }
}
