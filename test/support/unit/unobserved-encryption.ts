import type { EncryptionObserver } from '../../../src/storage/encryption/transformer.ts';

/** For tests that are not about metrics. */
export const unobserved: EncryptionObserver = {
  transformed: () => {},
  dataKeyMissed: () => {},
  dataKeyGenerated: () => {},
  dataKeysCached: () => {},
  dataKeyArrived: () => {},
  reloaded: () => {},
  pluginCalled: () => {},
  keyUsed: () => {},
  keyNamed: () => {},
  keyIdRefused: () => {},
  dataKeysKept: () => {},
};
