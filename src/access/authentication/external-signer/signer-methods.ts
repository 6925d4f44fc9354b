import protobuf from 'protobufjs';
import type { SignerMethod } from './signer-channel.ts';

/* The signer's interface. Both of its versions have the same messages. */
const definitions = protobuf.parse(
  `syntax = "proto3";
  message SignRequest { string claims = 1; }
  message SignResponse { string header = 1; string signature = 2; }
  message FetchKeysRequest {}
  message Timestamp { int64 seconds = 1; int32 nanos = 2; }
  message Key { string key_id = 1; bytes key = 2; bool exclude_from_oidc_discovery = 3; }
  message FetchKeysResponse {
    repeated Key keys = 1; Timestamp data_timestamp = 2; int64 refresh_hint_seconds = 3;
  }
  message MetadataRequest {}
  message MetadataResponse { int64 max_token_expiration_seconds = 1; }`,
  { keepCase: true },
).root;

/** A signer that sends more bytes than this is none. */
const maxLength = 4 * 1024 * 1024;

/** The two other parts of a token, both as they stand in it. */
export interface SignedParts {
  header: string;
  signature: string;
}

export interface SignerKey {
  key_id: string;
  /** DER of the public key. */
  key: Buffer;
  exclude_from_oidc_discovery: boolean;
}

export interface FetchedKeys {
  keys: SignerKey[];
  /** Null when the signer does not say it. */
  data_timestamp: { seconds: number; nanos: number } | null;
  refresh_hint_seconds: number;
}

/** The methods of one version of the interface. */
export interface SignerMethods {
  readonly sign: SignerMethod<{ claims: string }, SignedParts>;
  readonly fetchKeys: SignerMethod<object, FetchedKeys>;
  readonly metadata: SignerMethod<object, { max_token_expiration_seconds: number }>;
}

/** `version`: `v1alpha1` or `v1`. */
export function signerMethods(version: 'v1alpha1' | 'v1'): SignerMethods {
  const method = <Request extends object, Response>(
    name: string,
    request: string,
    response: string,
  ): SignerMethod<Request, Response> => {
    const [requestType, responseType] = [definitions.lookupType(request), definitions.lookupType(response)];
    return {
      path: `/${version}.ExternalJWTSigner/${name}`,
      headers: {},
      encode: (message) => requestType.encode(requestType.fromObject(message)).finish() as Buffer,
      decode: (bytes) =>
        responseType.toObject(responseType.decode(bytes), {
          defaults: true,
          arrays: true,
          bytes: Buffer,
          longs: Number,
        }) as Response,
      maxLength,
    };
  };
  return {
    sign: method('Sign', 'SignRequest', 'SignResponse'),
    fetchKeys: method('FetchKeys', 'FetchKeysRequest', 'FetchKeysResponse'),
    metadata: method('Metadata', 'MetadataRequest', 'MetadataResponse'),
  };
}
