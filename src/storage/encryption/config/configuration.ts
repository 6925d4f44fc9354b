/** An encryption configuration with its defaults; not validated. */
export interface EncryptionConfiguration {
  resources: ResourceConfiguration[];
}

export interface ResourceConfiguration {
  /** `secrets`, `deployments.apps`, `*.apps`. */
  resources: string[];
  /** The first one writes. */
  providers: ProviderConfiguration[];
}

/** Exactly one of them, once it is valid. */
export interface ProviderConfiguration {
  aesgcm?: KeysConfiguration;
  aescbc?: KeysConfiguration;
  secretbox?: KeysConfiguration;
  identity?: object;
  kms?: KmsConfiguration;
}

export interface KeysConfiguration {
  keys: KeyConfiguration[];
}

export interface KeyConfiguration {
  name: string;
  /** Base64. */
  secret: string;
}

export interface KmsConfiguration {
  apiVersion: string;
  name: string;
  /** Data keys of version v1 that are kept decrypted; negative: none; undefined: 1000. */
  cachesize: number | undefined;
  /** `unix:///var/run/kms.sock`, `unix:///@abstract`. */
  endpoint: string;
  /** Milliseconds. */
  timeout: number;
}

export const providerNames = ['kms', 'aesgcm', 'aescbc', 'secretbox', 'identity'] as const;
