import type { Authorizer } from '../../access/authorization/authorizer.ts';
import { Environments } from '../../api/policies/environments.ts';
import type { ObjectWriter, PluginDependencies, Versions } from '../descriptor.ts';
import { RequestNamespaces } from '../matching/request-namespaces.ts';
import type { AdmissionAttributes, AdmissionTarget } from '../plugin.ts';
import type { ObservedConditions, PolicyObserver } from '../policy-observer.ts';
import { policyExemption } from './exempt.ts';

/** The parts that validating and mutating policies share. */
export interface PolicyParts {
  readonly versions: Versions;
  readonly namespaces: RequestNamespaces;
  readonly authorizer: Authorizer;
  readonly observer: PolicyObserver;
  readonly environments: Environments;
  readonly writer: ObjectWriter;
  /** Name of the group of policies. */
  readonly group: string;
  /** For policies that stand in files. */
  readonly isInFile: boolean;
  isExempt(target: AdmissionTarget): boolean;
}

export const observedConditions = (
  name: string,
  type: ObservedConditions['type'],
  { operation }: AdmissionAttributes,
): ObservedConditions => ({ name, kind: 'policy', type, operation });

/** Makes the parts from the dependencies of a plugin. `isInFile`: for policies that stand in files. */
export function policyParts(dependencies: PluginDependencies, isInFile = false): PolicyParts {
  const { dialect, objects, versions, authorizer, release, policies, writer, gates } = dependencies;
  return {
    versions,
    authorizer,
    writer,
    group: `admissionregistration.${dialect.api}`,
    isInFile,
    namespaces: new RequestNamespaces(objects),
    observer: policies,
    environments: new Environments(release, { isStrict: gates.isOn('StrictCostEnforcementForVAP') }),
    isExempt: policyExemption(dialect, release, isInFile),
  };
}
