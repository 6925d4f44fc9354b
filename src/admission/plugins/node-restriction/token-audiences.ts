import { fillPlaceholders } from '../../../api/meta/dialect.ts';
import type { Lister } from '../../../api/meta/lister.ts';
import type {
  CoreV1PersistentVolume,
  CoreV1PersistentVolumeClaim,
  CoreV1Pod,
  CoreV1Volume,
  StorageV1CSIDriver,
} from '../../../api/schema/types.gen.ts';
import { goQuote } from '../../../util/quote.ts';
import type { PluginDependencies } from '../../descriptor.ts';
import type { AdmissionAttributes } from '../../plugin.ts';
import { forbidden } from '../shared/refusals.ts';

/** Drivers that have taken over sources of volumes which were part of the product. */
const migrated: Readonly<Record<string, string>> = {
  awsElasticBlockStore: 'ebs.csi.aws.com',
  azureDisk: 'disk.csi.azure.com',
  azureFile: 'file.csi.azure.com',
  cinder: 'cinder.csi.openstack.org',
  gcePersistentDisk: 'pd.csi.storage.gke.io',
  portworxVolume: 'pxd.portworx.com',
  vsphereVolume: 'csi.vsphere.vmware.com',
};

export type CheckAudiences = (
  attributes: AdmissionAttributes,
  audiences: readonly string[],
  pod: CoreV1Pod,
) => Promise<void>;

/**
 * Refuses a token for an audience that nothing in the pod asks for: neither a projected token, nor the driver of one of
 * its volumes; unless the node may have it all the same, from 1.33 on.
 */
export function audienceCheck(dependencies: PluginDependencies): CheckAudiences {
  const { authorizer, gates } = dependencies;
  const isReferenced = audienceFinder(dependencies);
  return async (attributes, audiences, pod) => {
    if (audiences.length > 1) throw forbidden(attributes, 'node may only request 0 or 1 audiences');
    const [audience = ''] = audiences;
    if (isReferenced(pod, audience)) return;
    const why = `audience ${goQuote(audience)} not found in pod spec volume`;
    if (!gates.isIn('1.33')) throw forbidden(attributes, why);
    const { user, namespace, name } = attributes;
    const { verdict, error } = await authorizer.authorize({
      user,
      verb: 'request-serviceaccounts-token-audience',
      isResourceRequest: true,
      namespace,
      group: '',
      version: 'v1',
      resource: audience,
      subresource: '',
      name,
      path: '',
    });
    if (verdict === 'allow') return;
    throw forbidden(
      attributes,
      error === undefined
        ? `${why}, ${user.name} is not authorized to request tokens for this audience`
        : `${why}, error authorizing ${user.name} to request tokens for this audience: ${error}`,
    );
  };
}

function audienceFinder({ objects, dialect }: PluginDependencies) {
  const claims = objects.lister<CoreV1PersistentVolumeClaim>({
    group: '',
    resource: 'persistentvolumeclaims',
  });
  const volumes = objects.lister<CoreV1PersistentVolume>({ group: '', resource: 'persistentvolumes' });
  const group = fillPlaceholders(dialect, 'storage.{api}');
  const drivers = objects.lister<StorageV1CSIDriver>({ group, resource: 'csidrivers' });
  const ofDriver = (name: string | undefined, audience: string): boolean =>
    name !== undefined &&
    (drivers.get('', name)?.spec.tokenRequests ?? []).some((request) => request.audience === audience);
  return ({ metadata, spec }: CoreV1Pod, audience: string): boolean =>
    (spec.volumes ?? []).some((volume) => {
      const { projected, csi } = volume;
      if (projected !== undefined)
        return (projected.sources ?? []).some(
          ({ serviceAccountToken: token }) => token !== undefined && (token.audience ?? '') === audience,
        );
      const claim = claimOf(volume, metadata.name ?? '');
      const driver =
        claim === undefined
          ? (csi?.driver ?? migratedDriver(volume))
          : driverOfClaim(claims, volumes, metadata.namespace ?? '', claim);
      return ofDriver(driver, audience);
    });
}

/** The claim of an ephemeral volume is named for its pod. */
const claimOf = (
  { name, ephemeral, persistentVolumeClaim }: CoreV1Volume,
  pod: string,
): string | undefined => (ephemeral === undefined ? persistentVolumeClaim?.claimName : `${pod}-${name}`);

function driverOfClaim(
  claims: Lister<CoreV1PersistentVolumeClaim>,
  volumes: Lister<CoreV1PersistentVolume>,
  namespace: string,
  name: string,
): string | undefined {
  const volumeName = claims.get(namespace, name)?.spec.volumeName;
  const spec = volumeName ? volumes.get('', volumeName)?.spec : undefined;
  return spec?.csi?.driver ?? migratedDriver(spec ?? {});
}

function migratedDriver(source: object): string | undefined {
  const known = Object.keys(migrated).find((name) => (source as Record<string, unknown>)[name] !== undefined);
  return known === undefined ? undefined : migrated[known];
}
