import { StatusError } from '../../api/meta/status.ts';
import type { CoreV1ConfigMap, CoreV1Namespace } from '../../api/schema/types.gen.ts';
import { hasCause, isNotFound } from '../../client/api/api-error.ts';
import type { Controller, ControllerDependencies, ControllerDescriptor } from '../controller.ts';
import { rootCa, rootCaFlag } from '../shared/cluster-identity.ts';
import { keyedQueue, queueController } from '../shared/queue-controller.ts';
import { configMapsType, namespacesType, namespaceTerminating } from '../shared/resources.ts';
import { publishedConfigMap } from './published.ts';

/** Every namespace has a ConfigMap with the authority of the API, for the volumes of pods. */
export const rootCaPublisher: ControllerDescriptor = {
  name: 'root-ca-cert-publisher',
  account: 'root-ca-cert-publisher',
  flags: [rootCaFlag],
  create: async (dependencies) => {
    const authority = await rootCa(dependencies);
    return authority === undefined ? undefined : publisher(dependencies, authority);
  },
};

function publisher(
  { client, objects, dialect, gates, log, meterOf, syncMeterOf }: ControllerDependencies,
  authority: string,
): Controller {
  const published = publishedConfigMap(dialect, authority, gates.isIn('1.24'));
  const namespaces = objects.lister<CoreV1Namespace>(namespacesType);
  const configMaps = objects.lister<CoreV1ConfigMap>(configMapsType);
  const api = client.resource<CoreV1ConfigMap>(configMapsType);

  const publish = async (namespace: string): Promise<void> => {
    const present = configMaps.get(namespace, published.name);
    if (present !== undefined && published.isIn(present)) return;
    try {
      if (present === undefined) await api.create(namespace, published.anew(namespace));
      else await api.update(namespace, published.name, published.into(present));
    } catch (error) {
      // The ConfigMap is gone, and its deletion brings the key again; or the namespace is gone, or about to be.
      if (!isNotFound(error) && !hasCause(error, namespaceTerminating)) throw error;
    }
  };

  const measure = syncMeterOf?.('root_ca_cert_publisher');
  const work = (namespace: string): Promise<void> =>
    measure === undefined ? publish(namespace) : measure(() => publish(namespace), codeOf);
  const queue = keyedQueue({ log, meter: meterOf?.('root_ca_cert_publisher'), workers: 1, work });
  return queueController([queue], (observers) => {
    observers.use(
      configMaps.observe(({ namespace, name }) => {
        if (name === published.name) queue.add(namespace);
      }),
    );
    observers.use(
      namespaces.observe(({ name, fieldsBefore, fieldsAfter }) => {
        const isNew = fieldsBefore === undefined;
        if (isNew || fieldsAfter?.['status.phase'] === 'Active') queue.add(name);
      }),
    );
  });
}

/** A failure that is no answer of the API counts as one of the server. */
const codeOf = (error: unknown): number => (error instanceof StatusError ? error.code : 500);
