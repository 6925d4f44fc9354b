import type { CoreV1ServiceAccount } from '../../../api/schema/types.gen.ts';

/** Secrets are named and nothing else is said of them: they are in the account's own namespace. */
export function keepNamesOfSecrets(account: CoreV1ServiceAccount): void {
  account.secrets = (account.secrets ?? []).map(({ name = '' }) => ({ name }));
}
