import type { CoreV1ServiceAccount } from '../../../api/schema/types.gen.ts';
import { parseBoolean } from '../../../util/booleans.ts';
import type { PluginDependencies, PluginDescriptor } from '../../descriptor.ts';
import type { AdmissionAttributes, AdmissionPlugin } from '../../plugin.ts';
import { entryOf, podOf } from '../shared/objects.ts';
import { forbidden } from '../shared/refusals.ts';
import { AccountFinder, defaultAccount } from './account-finder.ts';
import { checkMirror } from './mirror.ts';
import { checkSecrets } from './mountable-secrets.ts';
import { TokenVolumes } from './token-volume.ts';

/** Every pod acts for a service account that is there, and finds a token of it where clients look for one. */
export const serviceAccount: PluginDescriptor = {
  name: 'ServiceAccount',
  onByDefault: true,
  flags: [],
  create: async (dependencies) => plugin(dependencies),
};

function plugin(dependencies: PluginDependencies): AdmissionPlugin {
  const { label } = dependencies.dialect;
  const accounts = new AccountFinder(dependencies);
  const volumes = new TokenVolumes(dependencies);
  const mirror = `${label}/config.mirror`;
  const enforcing = `${label}/enforce-mountable-secrets`;

  const complete = (attributes: AdmissionAttributes, account: CoreV1ServiceAccount): void => {
    const { spec } = podOf(attributes);
    if (spec.automountServiceAccountToken ?? account.automountServiceAccountToken ?? true)
      volumes.mount(spec);
    const { imagePullSecrets = [] } = account;
    if ((spec.imagePullSecrets ?? []).length === 0 && imagePullSecrets.length > 0)
      spec.imagePullSecrets = imagePullSecrets.map((secret) => ({ ...secret }));
    check(attributes, account);
  };
  const check = (attributes: AdmissionAttributes, account: CoreV1ServiceAccount): void => {
    if (isTrue(entryOf(account.metadata.annotations, enforcing))) checkSecrets(attributes, account);
  };
  const isMirror = (attributes: AdmissionAttributes): boolean =>
    entryOf(podOf(attributes).metadata.annotations, mirror) !== undefined;
  return {
    handles: ({ operation, group, resource, subresource }) =>
      group === '' &&
      resource === 'pods' &&
      ((operation === 'CREATE' && subresource === '') ||
        // Containers that are added later could read Secrets as well.
        (operation === 'UPDATE' && subresource === 'ephemeralcontainers')),
    admit: (attributes) => {
      if (attributes.operation !== 'CREATE') return;
      if (isMirror(attributes)) return checkMirror(attributes);
      const { spec } = podOf(attributes);
      spec.serviceAccountName ||= defaultAccount;
      spec.serviceAccount = spec.serviceAccountName;
      return accounts.withAccount(attributes, spec.serviceAccountName, complete);
    },
    validate: (attributes) => {
      if (isMirror(attributes) && attributes.operation === 'CREATE') return checkMirror(attributes);
      const { spec, metadata } = podOf(attributes);
      if (spec.serviceAccountName) return accounts.withAccount(attributes, spec.serviceAccountName, check);
      const place = `${attributes.namespace}/${metadata.name}`;
      throw forbidden(attributes, `no service account specified for pod ${place}`);
    },
  };
}

const isTrue = (text: string | undefined): boolean => text !== undefined && parseBoolean(text) === true;
