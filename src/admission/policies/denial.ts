import { detailsOf, forbiddenError, StatusError, type StatusReason } from '../../api/meta/status.ts';
import type { AdmissionAttributes } from '../plugin.ts';
import { givenName } from './given-name.ts';

const codes: Readonly<Record<string, number>> = {
  Forbidden: 403,
  Unauthorized: 401,
  RequestEntityTooLarge: 413,
};

/** A refusal of a request by a policy. */
export function policyDenial(attributes: AdmissionAttributes, text: string, reason: string): StatusError {
  const { group, resource } = attributes;
  const type = { group, resource };
  const name = givenName(attributes) || 'Unknown';
  const { message } = forbiddenError(type, name, text);
  const details = { ...detailsOf(type, name), causes: [{ message: text }] };
  return new StatusError(codes[reason] ?? 422, reason as StatusReason, message, details);
}
