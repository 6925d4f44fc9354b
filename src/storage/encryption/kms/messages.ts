import protobuf from 'protobufjs';

/* The plugin's interface in its two versions, and what version v2 stores. */
const definitions = protobuf.parse(
  `syntax = "proto3";
  message VersionRequest { string version = 1; }
  message VersionResponse { string version = 1; string runtime_name = 2; string runtime_version = 3; }
  message EncryptRequestV1 { string version = 1; bytes plain = 2; }
  message EncryptResponseV1 { bytes cipher = 1; }
  message DecryptRequestV1 { string version = 1; bytes cipher = 2; }
  message DecryptResponseV1 { bytes plain = 1; }
  message StatusRequest {}
  message StatusResponse { string version = 1; string healthz = 2; string key_id = 3; }
  message EncryptRequest { bytes plaintext = 1; string uid = 2; }
  message EncryptResponse { bytes ciphertext = 1; string key_id = 2; map<string, bytes> annotations = 3; }
  message DecryptRequest { bytes ciphertext = 1; string uid = 2; string key_id = 3; map<string, bytes> annotations = 4; }
  message DecryptResponse { bytes plaintext = 1; }
  message EncryptedObject {
    bytes encrypted_data = 1; string key_id = 2; bytes encrypted_dek_source = 3; map<string, bytes> annotations = 4;
    int32 type = 5;
  }`,
  { keepCase: true },
).root;

/** Writes and reads one type of message, with defaults for what a message leaves out. */
export class MessageType<T extends object> {
  readonly #type: protobuf.Type;

  constructor(name: string) {
    this.#type = definitions.lookupType(name);
  }

  encode(message: Partial<T>): Buffer {
    return this.#type.encode(this.#type.fromObject(message)).finish() as Buffer;
  }

  /** Throws for bytes that are no such message. */
  decode(bytes: Buffer): T {
    return this.#type.toObject(this.#type.decode(bytes), {
      defaults: true,
      bytes: Buffer,
      objects: true,
    }) as T;
  }
}

export type Annotations = Record<string, Buffer>;

/** The answer of a KMS v2 to an encryption of a data key, which decryption hands back to it. */
export interface EncryptedKey {
  key_id: string;
  annotations: Annotations;
}

export interface EncryptedObject extends EncryptedKey {
  encrypted_data: Buffer;
  encrypted_dek_source: Buffer;
  /** 0: encrypted with the key; 1: with a key that is derived from it. */
  type: number;
}

export const encryptedObject = new MessageType<EncryptedObject>('EncryptedObject');
