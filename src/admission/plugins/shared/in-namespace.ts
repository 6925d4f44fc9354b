import type { AdmissionAttributes } from '../../plugin.ts';

/** A namespace is in none, although its requests name it as their namespace. */
export const isInNamespace = ({ namespace, group, resource }: AdmissionAttributes): boolean =>
  namespace !== '' && !(group === '' && resource === 'namespaces');
