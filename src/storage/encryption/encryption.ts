import { type EncryptionState, KvError, type Unreadable } from '../kv.ts';
import { type Maybe, type Stored, TransformError } from './transformer.ts';
import type { TransformerChain } from './transformer-chain.ts';

/** The result of a read: a value, or why there is none. */
export interface Read {
  value: Buffer;
  encryption?: EncryptionState;
  unreadable?: Unreadable;
}

/** The chain of providers for each resource type, by its name: `secrets`, `deployments.apps`. */
export type ChainOf = (resource: string) => TransformerChain;

/** Encrypts and decrypts the values of all resource types, by a configuration that may be replaced at any time. */
export class Encryption {
  readonly #resources = new Map<string, ResourceEncryption>();
  readonly #tracksForms: boolean;
  #chainOf: ChainOf;

  /** `tracksForms`: whether the form of values may ever differ from that of a write. */
  constructor(chainOf: ChainOf, tracksForms: boolean) {
    this.#chainOf = chainOf;
    this.#tracksForms = tracksForms;
  }

  of(resource: string): ResourceEncryption {
    let found = this.#resources.get(resource);
    if (found === undefined) {
      found = new ResourceEncryption(this.#chainOf(resource), this.#tracksForms);
      this.#resources.set(resource, found);
    }
    return found;
  }

  /** Writes, and judges the form of values that were read before, by other chains from now on. */
  replace(chainOf: ChainOf): void {
    this.#chainOf = chainOf;
    for (const [resource, found] of this.#resources) found.chain = chainOf(resource);
  }
}

/** Encrypts and decrypts the values of one resource type. */
export class ResourceEncryption {
  chain: TransformerChain;
  readonly #forms: Map<string, EncryptionState> | undefined;

  constructor(chain: TransformerChain, tracksForms: boolean) {
    this.chain = chain;
    this.#forms = tracksForms ? new Map() : undefined;
  }

  /** Throws KvError, in one way or the other. */
  write(value: Buffer, key: string): Maybe<Stored> {
    try {
      const stored = this.chain.toStorage(value, key);
      return stored instanceof Promise ? stored.catch(cannotEncrypt) : stored;
    } catch (error) {
      return cannotEncrypt(error);
    }
  }

  /** Never throws for a value that cannot be decrypted. */
  read(bytes: Buffer, key: string): Maybe<Read> {
    try {
      const plain = this.chain.fromStorage(bytes, key);
      if (plain instanceof Promise)
        return plain.then(({ value, form }) => this.readAs(value, form), cannotDecrypt);
      return this.readAs(plain.value, plain.form);
    } catch (error) {
      return cannotDecrypt(error);
    }
  }

  /** A value that is known to be stored in a form. */
  readAs(value: Buffer, form: string): Read {
    const encryption = this.#formOf(form);
    return encryption === undefined ? { value } : { value, encryption };
  }

  #formOf(id: string): EncryptionState | undefined {
    let form = this.#forms?.get(id);
    if (form === undefined && this.#forms !== undefined) {
      form = new FormOfResource(this, id);
      this.#forms.set(id, form);
    }
    return form;
  }
}

class FormOfResource implements EncryptionState {
  readonly #resource: ResourceEncryption;
  readonly #id: string;

  constructor(resource: ResourceEncryption, id: string) {
    this.#resource = resource;
    this.#id = id;
  }

  get isCurrent(): boolean {
    return this.#resource.chain.form === this.#id;
  }
}

const nothing = Buffer.alloc(0);

function cannotDecrypt(error: unknown): Read {
  if (!(error instanceof TransformError)) throw error;
  return { value: nothing, unreadable: { reason: error.message, mayPass: error.mayPass } };
}

function cannotEncrypt(error: unknown): never {
  if (!(error instanceof TransformError)) throw error;
  throw new KvError('Encryption', error.message, { cause: error });
}
