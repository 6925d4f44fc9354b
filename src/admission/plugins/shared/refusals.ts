import { forbiddenError, StatusError } from '../../../api/meta/status.ts';
import type { AdmissionAttributes } from '../../plugin.ts';

/** 403 with a reason, as admission says it: of an object without a name it shows what the name begins with. */
export function forbidden(attributes: AdmissionAttributes, why: string): StatusError {
  const { group, resource, name, object } = attributes;
  const shown = name || object?.metadata?.name || object?.metadata?.generateName || 'Unknown';
  return forbiddenError({ group, resource }, shown, why);
}

/** The same for what went wrong on the way; a refusal stays the refusal that it is. */
export function refusal(attributes: AdmissionAttributes, error: Error): StatusError {
  if (error instanceof StatusError && error.reason === 'Forbidden') return error;
  return forbidden(attributes, error.message);
}

/** A refusal without a reason of the API: 500 with the bare text. */
export const plainError = (message: string): StatusError => new StatusError(500, undefined, message);
