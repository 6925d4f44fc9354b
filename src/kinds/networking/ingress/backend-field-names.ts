import { isBeta } from '../../shared/version-name.ts';

/** Field names of a backend for the paths of errors: those of the version that the request uses. */
export interface BackendFieldNames {
  defaultBackend: string;
  serviceName: readonly string[];
  portName: readonly string[];
  portNumber: readonly string[];
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

export const backendFieldNames = (apiVersion: string | undefined): BackendFieldNames =>
  isBeta(apiVersion) ? betaNames : v1Names;
