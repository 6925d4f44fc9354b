import type { CoreV1ConfigMap, CoreV1Secret } from '../../api/schema/types.gen.ts';
import { isConflict, isNotFound } from '../../client/api/api-error.ts';
import type { Controller, ControllerDependencies, ControllerDescriptor } from '../controller.ts';
import { bootstrapTokenPlace } from '../shared/bootstrap-tokens.ts';
import { keyedQueue, queueController } from '../shared/queue-controller.ts';
import { configMapsType, secretsType } from '../shared/resources.ts';
import { isOfType } from '../shared/secret-type.ts';
import { signedData } from './signed-data.ts';
import { signingToken } from './signing-tokens.ts';

const configMapName = 'cluster-info';

/** Signs what new nodes read about the cluster with the bootstrap tokens that they have. */
export const bootstrapSigner: ControllerDescriptor = {
  name: 'bootstrapsigner',
  account: 'bootstrap-signer',
  isOffByDefault: true,
  flags: [],
  create: async (dependencies) => signer(dependencies),
};

function signer({ client, objects, dialect, clock, log, meterOf }: ControllerDependencies): Controller {
  const tokenPlace = bootstrapTokenPlace(dialect);
  const namespace = `${dialect.prefix}-public`;
  const secrets = objects.lister<CoreV1Secret>(secretsType);
  const configMaps = objects.lister<CoreV1ConfigMap>(configMapsType);

  const sign = async (name: string): Promise<void> => {
    const configMap = configMaps.get(namespace, name);
    if (configMap?.data === undefined) return;
    const tokens = secrets
      .list(tokenPlace.namespace)
      .filter(({ type }) => type === tokenPlace.type)
      .flatMap((secret) => signingToken(secret, clock.now()) ?? []);
    const data = signedData(configMap.data, tokens, dialect.clusterInfoKey);
    if (data === undefined) return;
    try {
      await client.resource(configMapsType).update(namespace, name, { ...configMap, data });
    } catch (error) {
      // The change that came in between adds the key again; one that is gone needs no signature.
      if (!isConflict(error) && !isNotFound(error)) throw error;
    }
  };

  const queue = keyedQueue({ log, meter: meterOf?.('bootstrap_signer_queue'), workers: 1, work: sign });
  return queueController([queue], (observers) => {
    observers.use(
      configMaps.observe((change) => {
        const isPresent = change.fieldsAfter !== undefined;
        if (isPresent && change.namespace === namespace && change.name === configMapName)
          queue.add(configMapName);
      }),
    );
    observers.use(
      secrets.observe((change) => {
        if (change.namespace === tokenPlace.namespace && isOfType(change, tokenPlace.type))
          queue.add(configMapName);
      }),
    );
  });
}
