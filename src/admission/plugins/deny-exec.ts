import type { Lister } from '../../api/meta/lister.ts';
import { notFoundError } from '../../api/meta/status.ts';
import type { CoreV1Pod } from '../../api/schema/types.gen.ts';
import type { PluginDependencies, PluginDescriptor } from '../descriptor.ts';
import type { AdmissionAttributes, AdmissionPlugin } from '../plugin.ts';
import { containersOf } from './shared/containers.ts';
import { forbidden, refusal } from './shared/refusals.ts';
import { handling } from './shared/targets.ts';

/** Refuses exec and attach to pods that share namespaces of the host or are privileged. */
export const denyEscalatingExec: PluginDescriptor = {
  name: 'DenyEscalatingExec',
  until: '1.21',
  onByDefault: false,
  flags: [],
  create: async (given) => plugin(given, reach),
};

/** The older one of the two: it only knows of privileged containers. */
export const denyExecOnPrivileged: PluginDescriptor = {
  name: 'DenyExecOnPrivileged',
  until: '1.21',
  onByDefault: false,
  flags: [],
  create: async (given) => plugin(given, privilege),
};

/** Way in which a pod reaches beyond itself, undefined when it does not. */
function reach(pod: CoreV1Pod): string | undefined {
  const { hostNetwork, hostPID, hostIPC } = pod.spec;
  if (hostNetwork) return 'container using host network';
  if (hostPID) return 'container using host pid';
  if (hostIPC) return 'container using host ipc';
  return privilege(pod);
}

const privilege = (pod: CoreV1Pod): string | undefined =>
  containersOf(pod).some(({ container }) => container.securityContext?.privileged)
    ? 'privileged container'
    : undefined;

function plugin(
  { objects }: PluginDependencies,
  faultOf: (pod: CoreV1Pod) => string | undefined,
): AdmissionPlugin {
  const pods = objects.lister<CoreV1Pod>({ group: '', resource: 'pods' });
  return {
    handles: handling('', 'pods', ['CONNECT'], ['exec', 'attach']),
    validate: async (attributes) => {
      const problem = faultOf(await newest(pods, attributes));
      if (problem !== undefined) throw forbidden(attributes, `cannot exec into or attach to a ${problem}`);
    },
  };
}

async function newest(pods: Lister<CoreV1Pod>, attributes: AdmissionAttributes): Promise<CoreV1Pod> {
  const { namespace, name } = attributes;
  const pod = await pods.getFresh(namespace, name).catch((error: Error) => {
    throw refusal(attributes, error);
  });
  if (pod === undefined) throw refusal(attributes, notFoundError({ group: '', resource: 'pods' }, name));
  return pod;
}
