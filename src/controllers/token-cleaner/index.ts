import type { CoreV1Secret } from '../../api/schema/types.gen.ts';
import type { Controller, ControllerDependencies, ControllerDescriptor } from '../controller.ts';
import { bootstrapTokenPlace, expirationOf } from '../shared/bootstrap-tokens.ts';
import { deleteSame } from '../shared/delete-same.ts';
import { keyedQueue, queueController } from '../shared/queue-controller.ts';
import { secretsType } from '../shared/resources.ts';
import { isOfType } from '../shared/secret-type.ts';

/** Deletes bootstrap tokens when they expire. */
export const tokenCleaner: ControllerDescriptor = {
  name: 'tokencleaner',
  account: 'token-cleaner',
  isOffByDefault: true,
  flags: [],
  create: async (dependencies) => cleaner(dependencies),
};

function cleaner({ client, objects, dialect, clock, log, meterOf }: ControllerDependencies): Controller {
  const { namespace, type } = bootstrapTokenPlace(dialect);
  const secrets = objects.lister<CoreV1Secret>(secretsType);

  const clean = async (name: string): Promise<void> => {
    const secret = secrets.get(namespace, name);
    const expiration = secret?.type === type ? expirationOf(secret) : undefined;
    if (expiration === undefined) return;
    const left = expiration - clock.now();
    if (left > 0) return queue.addAfter(name, left);
    await deleteSame(client.resource(secretsType), secret!.metadata);
  };

  const queue = keyedQueue({ log, meter: meterOf?.('token_cleaner'), workers: 1, work: clean });
  return queueController([queue], (observers) => {
    observers.use(
      secrets.observe((change) => {
        if (change.namespace === namespace && change.fieldsAfter !== undefined && isOfType(change, type))
          queue.add(change.name);
      }),
    );
  });
}
