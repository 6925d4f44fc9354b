import type { CoreV1ServiceAccount } from '../../../api/schema/types.gen.ts';
import { nameIsDnsSubdomain } from '../../../api/validation/names.ts';
import type { KindDependencies, KindRules } from '../../../registry/kind-rules.ts';
import { tableOf } from '../../shared/table.ts';
import { keepNamesOfSecrets } from './strategy.ts';
import { table } from './table.ts';
import { tokenRequest } from './token-request.ts';
import { accountWarnings } from './warnings.ts';

/** Identity of the processes in a pod towards the API. */
export function serviceAccount({ dialect, gates }: KindDependencies): KindRules<CoreV1ServiceAccount> {
  return {
    group: '',
    kind: 'ServiceAccount',
    validateName: nameIsDnsSubdomain,
    prepareForCreate: keepNamesOfSecrets,
    prepareForUpdate: keepNamesOfSecrets,
    subresources: { token: tokenRequest(dialect) },
    deletion: { answersWithObject: true },
    ...accountWarnings(dialect, gates),
    table: gates.isIn('1.35') ? tableOf([]) : table,
  };
}
