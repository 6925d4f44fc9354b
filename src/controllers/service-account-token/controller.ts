import type { ObjectChange } from '../../api/meta/lister.ts';
import type { CoreV1Secret, CoreV1ServiceAccount } from '../../api/schema/types.gen.ts';
import { systemPause } from '../../client/retry.ts';
import type { SigningKey } from '../../util/token-keys.ts';
import type { Controller, ControllerDependencies } from '../controller.ts';
import { keyedQueue, queueController } from '../shared/queue-controller.ts';
import { secretsType, serviceAccountsType } from '../shared/resources.ts';
import { AccountSync } from './account-sync.ts';
import { Accounts } from './accounts.ts';
import { SecretSync } from './secret-sync.ts';
import { TokenContent } from './token-content.ts';
import { type AccountName, type TokenSecretName, TokenSecrets } from './token-secrets.ts';

export interface TokenControllerOptions {
  dependencies: ControllerDependencies;
  key: SigningKey;
  /** PEM. */
  authority: string | undefined;
  workers: number;
}

export function tokenController({
  dependencies,
  key,
  authority,
  workers,
}: TokenControllerOptions): Controller {
  const { client, objects, dialect, random, gates, log, meterOf } = dependencies;
  const cachedAccounts = objects.lister<CoreV1ServiceAccount>(serviceAccountsType);
  const cached = objects.lister<CoreV1Secret>(secretsType);
  const accountApi = client.resource<CoreV1ServiceAccount>(serviceAccountsType);
  const secrets = client.resource<CoreV1Secret>(secretsType);

  const accounts = new Accounts(cachedAccounts, accountApi, { random, pause: systemPause });
  const known = new TokenSecrets(cached, dialect);
  const content = new TokenContent(key, authority, dialect);
  const givesTokens = !gates.isOn('LegacyServiceAccountTokenNoAutoGeneration');
  const accountSync = new AccountSync({ accounts, secrets, known, content, dialect, random, givesTokens });
  const secretSync = new SecretSync({ accounts, cached, secrets, content });

  // Keys are JSON: annotations may hold any characters.
  const accountQueue = keyedQueue({
    log,
    workers,
    meter: meterOf?.('serviceaccount_tokens_service'),
    work: (accountKey) => accountSync.sync(JSON.parse(accountKey) as AccountName),
  });
  const secretQueue = keyedQueue({
    log,
    workers,
    meter: meterOf?.('serviceaccount_tokens_secret'),
    work: (secretKey) => secretSync.sync(JSON.parse(secretKey) as TokenSecretName),
  });
  return queueController([accountQueue, secretQueue], (observers) => {
    // First the Secrets: an account whose Secret is not known yet would seem to have none.
    observers.use(
      cached.observe((change) => {
        for (const name of known.take(change)) secretQueue.add(JSON.stringify(name));
      }),
    );
    observers.use(
      cachedAccounts.observe((change) => {
        for (const name of accountNames(change)) accountQueue.add(JSON.stringify(name));
      }),
    );
  });
}

/** Two when one account has replaced another of the same name. */
function accountNames(change: ObjectChange<CoreV1ServiceAccount>): AccountName[] {
  const { namespace, name } = change;
  const uids = [change.before(), change.after()].flatMap((account) => account?.metadata.uid ?? []);
  return [...new Set(uids)].map((uid) => ({ namespace, name, uid }));
}
