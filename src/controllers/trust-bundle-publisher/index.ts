import { createHash } from 'node:crypto';
import { type Dialect, fillPlaceholders } from '../../api/meta/dialect.ts';
import type { CertificatesV1alpha1ClusterTrustBundle } from '../../api/schema/types.gen.ts';
import { isAlreadyExists } from '../../client/api/api-error.ts';
import type { Controller, ControllerDependencies, ControllerDescriptor } from '../controller.ts';
import { rootCa, rootCaFlag } from '../shared/cluster-identity.ts';
import { deleteSame } from '../shared/delete-same.ts';
import { keyedQueue, queueController } from '../shared/queue-controller.ts';

type Bundle = CertificatesV1alpha1ClusterTrustBundle;

/** The authority of the API as a trust bundle, where a release has such. */
export const trustBundlePublisher: ControllerDescriptor = {
  name: 'apiserver-serving-clustertrustbundle-publisher',
  account: '{prefix}-apiserver-serving-clustertrustbundle-publisher',
  gate: 'ClusterTrustBundle',
  flags: [rootCaFlag],
  create: async (dependencies) => {
    const authority = await rootCa(dependencies);
    const { gates } = dependencies;
    return authority === undefined || !gates.isIn('1.32') ? undefined : publisher(dependencies, authority);
  },
};

/** The bundle of an authority, named for its signer and a digest of it. */
export function bundleOf(
  authority: string,
  { label, prefix }: Dialect,
): { name: string; spec: Bundle['spec'] } {
  const signerName = `${label}/${prefix}-apiserver-serving`;
  const digest = createHash('sha256').update(authority).digest().subarray(0, 12).toString('hex');
  return {
    name: `${signerName.replaceAll('/', ':')}:${digest}`,
    spec: { signerName, trustBundle: authority },
  };
}

function publisher(
  { client, objects, dialect, gates, log, meterOf }: ControllerDependencies,
  authority: string,
): Controller {
  const type = {
    group: fillPlaceholders(dialect, 'certificates.{api}'),
    version: gates.isIn('1.33') ? 'v1beta1' : 'v1alpha1',
    resource: 'clustertrustbundles',
  };
  const bundles = objects.lister<Bundle>(type);
  const api = client.resource<Bundle>(type);
  const { name, spec } = bundleOf(authority, dialect);

  const publish = async (): Promise<void> => {
    const present = bundles.get('', name);
    const apiVersion = `${type.group}/${type.version}`;
    const bundle = { apiVersion, kind: 'ClusterTrustBundle', metadata: { name }, spec };
    if (present === undefined)
      await api.create('', bundle).catch((error: unknown) => {
        if (!isAlreadyExists(error)) throw error;
      });
    else if (present.spec.trustBundle !== authority) await api.update('', name, { ...present, spec });
    const ofSigner = bundles.list().filter((one) => one.spec.signerName === spec.signerName);
    for (const { metadata } of ofSigner) if (metadata.name !== name) await deleteSame(api, metadata);
  };

  const meter = meterOf?.('ClusterTrustBundle_publisher_controller');
  const queue = keyedQueue({ log, meter, workers: 1, work: publish });
  return queueController([queue], (observers) => {
    queue.add(name);
    observers.use(bundles.observe(() => queue.add(name)));
  });
}
