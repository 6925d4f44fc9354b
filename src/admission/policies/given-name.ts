import type { AdmissionAttributes } from '../plugin.ts';

/** Name of the object as the client gave it: none for the objects of a collection that is deleted. */
export const givenName = ({ name, isOfCollection }: AdmissionAttributes): string =>
  isOfCollection ? '' : name;
