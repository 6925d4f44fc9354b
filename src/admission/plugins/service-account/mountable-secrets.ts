import type { CoreV1ServiceAccount } from '../../../api/schema/types.gen.ts';
import type { AdmissionAttributes } from '../../plugin.ts';
import type { AnyContainer } from '../shared/containers.ts';
import { podOf } from '../shared/objects.ts';
import { forbidden } from '../shared/refusals.ts';

/** For accounts that say so: pods get at those Secrets only that their account names. */
export function checkSecrets(attributes: AdmissionAttributes, account: CoreV1ServiceAccount): void {
  const problem = faultOf(attributes, account);
  if (problem !== undefined) throw forbidden(attributes, problem);
}

function faultOf(attributes: AdmissionAttributes, account: CoreV1ServiceAccount): string | undefined {
  const { spec } = podOf(attributes);
  const because = `is not allowed because service account ${account.metadata.name} does not reference that`;
  const mountable = new Set((account.secrets ?? []).map(({ name }) => name));
  const inContainers = (kind: string, containers: readonly AnyContainer[] | null | undefined) =>
    containerError(kind, containers ?? [], mountable, because);
  if (attributes.operation === 'UPDATE') return inContainers('ephemeral container', spec.ephemeralContainers);
  for (const { secret } of spec.volumes ?? []) {
    if (!secret || mountable.has(secret.secretName)) continue;
    return `volume with secret.secretName="${secret.secretName ?? ''}" ${because} secret`;
  }
  const problem =
    inContainers('init container', spec.initContainers) ?? inContainers('container', spec.containers);
  if (problem !== undefined) return problem;
  const pullable = new Set((account.imagePullSecrets ?? []).map(({ name }) => name));
  for (const [index, { name }] of (spec.imagePullSecrets ?? []).entries()) {
    if (!pullable.has(name))
      return `imagePullSecrets[${index}].name="${name ?? ''}" ${because} imagePullSecret`;
  }
  return undefined;
}

function containerError(
  kind: string,
  containers: readonly AnyContainer[],
  mountable: ReadonlySet<string | undefined>,
  because: string,
): string | undefined {
  for (const { name, env, envFrom } of containers) {
    for (const { name: variable, valueFrom } of env ?? []) {
      const secret = valueFrom?.secretKeyRef;
      if (secret && !mountable.has(secret.name))
        return `${kind} ${name} with envVar ${variable} referencing secret.secretName="${secret.name ?? ''}" ${because} secret`;
    }
    for (const { secretRef } of envFrom ?? []) {
      if (secretRef && !mountable.has(secretRef.name))
        return `${kind} ${name} with envFrom referencing secret.secretName="${secretRef.name ?? ''}" ${because} secret`;
    }
  }
  return undefined;
}
