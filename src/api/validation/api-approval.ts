import { goQuote } from '../../util/quote.ts';
import type { Dialect } from '../meta/dialect.ts';
import { type FieldError, FieldPath, invalid, required } from './field-errors.ts';

interface Approved {
  metadata: { annotations?: Record<string, string> };
  spec: { group: string };
}

export type ApprovalState = 'missing' | 'bypassed' | 'approved' | 'invalid';

/** Whether a definition in a protected group is approved, and the message of its condition. */
export interface Approval {
  state: ApprovalState;
  /** The annotation's value. */
  value: string;
  /** For `missing` and `invalid`. */
  text: string;
}

/** Groups in the domains of the product are protected: a definition needs an approval annotation. */
export function approvals({ api, label, approvalPage }: Dialect) {
  const annotation = `api-approved.${label}`;
  const isProtected = (group: string) =>
    [api, label].some((domain) => group === domain || group.endsWith(`.${domain}`));
  const must = `protected groups must have approval annotation ${goQuote(annotation)}`;
  const see = approvalPage === '' ? '' : `, see ${approvalPage}`;
  const either = ' with either a URL or a reason starting with "unapproved"';

  /** Undefined for a group that is not protected. */
  const approvalOf = ({ metadata, spec }: Approved): Approval | undefined => {
    if (!isProtected(spec.group)) return undefined;
    const value = metadata.annotations?.[annotation] ?? '';
    const state = stateOf(value);
    return { state, value, text: `${must}${state === 'invalid' ? either : ''}${see}` };
  };
  const path = FieldPath.of('metadata', 'annotations').key(annotation);

  /** An update may keep the approval state of the stored definition. */
  const validateApproval = (definition: Approved, old?: Approved): FieldError[] => {
    const approval = approvalOf(definition);
    if (approval === undefined) return [];
    const { state, value, text } = approval;
    if (old !== undefined && stateOf(old.metadata.annotations?.[annotation] ?? '') === state) return [];
    if (state === 'missing') return [required(path, text)];
    return state === 'invalid' ? [invalid(path, value, text)] : [];
  };
  return { approvalOf, validateApproval };
}

function stateOf(text: string): ApprovalState {
  if (text === '') return 'missing';
  if (text.startsWith('unapproved')) return 'bypassed';
  return /^[A-Za-z][A-Za-z0-9+.-]*:\/\/[^/?#\s]+([/?]\P{Cc}*)?$/u.test(text) ? 'approved' : 'invalid';
}
