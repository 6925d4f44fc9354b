import { createPublicKey, type KeyObject } from 'node:crypto';
import { goQuote } from '../../../util/quote.ts';
import { KeyError, type VerificationKey, verificationKey } from '../../../util/token-keys.ts';
import { Signatures } from '../tokens/signatures.ts';
import { SignerError } from './signer-channel.ts';
import type { FetchedKeys, SignerKey } from './signer-methods.ts';

/** Bytes of a key id. */
export const maxIdLength = 1024;

/** The keys of the signer as it said them at one time. */
export interface KeySet {
  readonly signatures: Signatures;
  /** Keys that others may verify tokens with, in the signer's order: those that it signs with now or may sign with. */
  readonly shown: readonly VerificationKey[];
  /** Whether the key is one that verifies older tokens alone; undefined for an id that is not there. */
  isHidden(id: string): boolean | undefined;
  /** The same text for the same keys. */
  readonly digest: string;
  /** Seconds since 1970. */
  readonly dataTime: number;
  /** Seconds until the signer is to be asked again. */
  readonly refreshAfter: number;
}

/** Throws SignerError for an answer that cannot be used: then the keys before it go on. */
export function keySetOf({ keys, data_timestamp: time, refresh_hint_seconds }: FetchedKeys): KeySet {
  if (refresh_hint_seconds <= 0)
    throw new SignerError(`found invalid refresh hint (${refresh_hint_seconds}s)`);
  if (keys.length === 0) throw new SignerError('found no keys');
  if (time === null) throw new SignerError('invalid data timestamp: it is missing');
  const read = keys.map(readKey);
  const hidden = new Map(keys.map((key) => [key.key_id, key.exclude_from_oidc_discovery]));
  return {
    signatures: new Signatures(read, true),
    shown: read.filter((_, index) => !keys[index]!.exclude_from_oidc_discovery),
    isHidden: (id) => hidden.get(id),
    digest: JSON.stringify(
      keys.map((key) => [key.key_id, key.key.toString('base64'), key.exclude_from_oidc_discovery]),
    ),
    dataTime: time.seconds + time.nanos / 1e9,
    refreshAfter: refresh_hint_seconds,
  };
}

function readKey({ key_id: id, key: der }: SignerKey): VerificationKey {
  if (id === '' || Buffer.byteLength(id) > maxIdLength)
    throw new SignerError(`found invalid public key id ${goQuote(id.slice(0, maxIdLength))}`);
  if (der.length === 0) throw new SignerError('found empty public key');
  try {
    return { ...verificationKey(publicKey(der)), id };
  } catch (error) {
    if (!(error instanceof KeyError)) throw error;
    throw new SignerError(`while parsing external public keys: key ${goQuote(id)} ${error.message}`);
  }
}

function publicKey(der: Buffer): KeyObject {
  try {
    return createPublicKey({ key: der, format: 'der', type: 'spki' });
  } catch {
    throw new KeyError('is no public key in DER');
  }
}
