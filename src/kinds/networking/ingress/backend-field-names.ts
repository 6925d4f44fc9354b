import { isBeta } from '../../shared/version-name.ts';

/** Where a fault of a backend lies: in the fields of the version that the request speaks. */
export interface BackendWords {
  defaultBackend: string;
  serviceName: readonly string[];
  portName: readonly string[];
  portNumber: readonly string[];
}

const newer: BackendWords = {
  defaultBackend: 'defaultBackend',
  serviceName: ['service', 'name'],
  portName: ['service', 'port', 'name'],
  portNumber: ['service', 'port', 'number'],
};

const older: BackendWords = {
  defaultBackend: 'backend',
  serviceName: ['serviceName'],
  portName: ['servicePort'],
  portNumber: ['servicePort'],
};

export const wordsOf = (apiVersion: string | undefined): BackendWords => (isBeta(apiVersion) ? older : newer);
