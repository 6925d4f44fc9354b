import type { ControllerDescriptor } from '../controller.ts';
import { accountSigningKey, privateKeyFlag, rootCa, rootCaFlag } from '../shared/cluster-identity.ts';
import { tokenController } from './controller.ts';

const syncsFlag = 'concurrent-serviceaccount-token-syncs';

/** Each service account has a token in a Secret, as long as it is there. */
export const serviceAccountTokenController: ControllerDescriptor = {
  name: 'serviceaccount-token',
  // It makes the credentials of all others, and so cannot depend on having one.
  account: undefined,
  flags: [
    privateKeyFlag,
    rootCaFlag,
    {
      name: syncsFlag,
      type: 'count',
      value: 'count',
      default: '5',
      description: 'service accounts, and Secrets with their tokens, that are looked after at a time',
    },
  ],
  create: async (dependencies) => {
    const key = await accountSigningKey(dependencies.flags);
    const authority = await rootCa(dependencies);
    const workers = Math.max(1, dependencies.flags.count(syncsFlag));
    return key === undefined ? undefined : tokenController({ dependencies, key, authority, workers });
  },
};
