import type { FeatureGates } from '../../../api/gates/feature-gates.ts';
import { dns1035Label, dns1123Label, type NameCheck } from '../../../api/validation/names.ts';
import { isBeta } from '../../shared/version-name.ts';

/** Field names of a backend for the paths of errors: those of the version that the request uses. */
export interface BackendFieldNames {
  defaultBackend: string;
  serviceName: readonly string[];
  portName: readonly string[];
  portNumber: readonly string[];
}

/** What backends are checked by: the names of their fields, and the rule for names of Services. */
export interface BackendRules extends BackendFieldNames {
  serviceNameRule: NameCheck;
}

const v1Names: BackendFieldNames = {
  defaultBackend: 'defaultBackend',
  serviceName: ['service', 'name'],
  portName: ['service', 'port', 'name'],
  portNumber: ['service', 'port', 'number'],
};

const betaNames: BackendFieldNames = {
  defaultBackend: 'backend',
  serviceName: ['serviceName'],
  portName: ['servicePort'],
  portNumber: ['servicePort'],
};

export const backendRules = (apiVersion: string | undefined, gates: FeatureGates): BackendRules => ({
  ...(isBeta(apiVersion) ? betaNames : v1Names),
  serviceNameRule: gates.isOn('RelaxedServiceNameValidation') ? dns1123Label : dns1035Label,
});
