import type { CoreV1Namespace } from '../../api/schema/types.gen.ts';
import { hasCause, isAlreadyExists } from '../../client/api/api-error.ts';
import type { Controller, ControllerDependencies, ControllerDescriptor } from '../controller.ts';
import { keyedQueue, queueController } from '../shared/queue-controller.ts';
import { namespacesType, namespaceTerminating, serviceAccountsType } from '../shared/resources.ts';

/** Account of pods that name none. */
const defaultAccount = 'default';

/** Every active namespace has an account for the pods that name none. */
export const serviceAccountController: ControllerDescriptor = {
  name: 'serviceaccount',
  account: 'service-account-controller',
  flags: [],
  create: async (dependencies) => controller(dependencies),
};

function controller({ client, objects, log, meterOf }: ControllerDependencies): Controller {
  const namespaces = objects.lister<CoreV1Namespace>(namespacesType);
  const accounts = objects.lister(serviceAccountsType);

  const ensureAccount = async (namespace: string): Promise<void> => {
    if (namespaces.get('', namespace)?.status.phase !== 'Active') return;
    if (accounts.get(namespace, defaultAccount) !== undefined) return;
    try {
      await client
        .resource(serviceAccountsType)
        .create(namespace, { metadata: { name: defaultAccount, namespace } });
    } catch (error) {
      if (!isAlreadyExists(error) && !hasCause(error, namespaceTerminating)) throw error;
    }
  };

  const queue = keyedQueue({ log, meter: meterOf?.('serviceaccount'), workers: 1, work: ensureAccount });
  return queueController([queue], (observers) => {
    observers.use(
      namespaces.observe(({ name, fieldsAfter }) => {
        if (fieldsAfter !== undefined) queue.add(name);
      }),
    );
    observers.use(
      accounts.observe(({ namespace, name, fieldsAfter }) => {
        if (fieldsAfter === undefined && name === defaultAccount) queue.add(namespace);
      }),
    );
  });
}
