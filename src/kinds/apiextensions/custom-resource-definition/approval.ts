import type { Dialect } from '../../../api/meta/dialect.ts';
import type { MetaV1ObjectMeta } from '../../../api/schema/types.gen.ts';
import { type FieldError, FieldPath, invalid, required } from '../../../api/validation/field-errors.ts';
import { goQuote } from '../../../util/quote.ts';

interface Approved {
  metadata: MetaV1ObjectMeta;
  spec: { group: string };
}

type State = 'missing' | 'bypassed' | 'approved' | 'invalid';

/** Groups in the domains of the product are protected: a definition needs an approval annotation. */
export function approvalValidation({ api, label, approvalPage }: Dialect) {
  const annotation = `api-approved.${label}`;
  const isProtected = (group: string) =>
    [api, label].some((domain) => group === domain || group.endsWith(`.${domain}`));
  const path = FieldPath.of('metadata', 'annotations').key(annotation);
  const must = `protected groups must have approval annotation ${goQuote(annotation)}`;
  const see = approvalPage === '' ? '' : `, see ${approvalPage}`;

  /** An update may keep the approval state of the stored definition. */
  return (definition: Approved, old?: Approved): FieldError[] => {
    const text = definition.metadata.annotations?.[annotation] ?? '';
    const state = stateOf(text);
    if (!isProtected(definition.spec.group)) return [];
    if (old !== undefined && stateOf(old.metadata.annotations?.[annotation] ?? '') === state) return [];
    if (state === 'missing') return [required(path, `${must}${see}`)];
    const either = 'with either a URL or a reason starting with "unapproved"';
    return state === 'invalid' ? [invalid(path, text, `${must} ${either}${see}`)] : [];
  };
}

function stateOf(text: string): State {
  if (text === '') return 'missing';
  if (text.startsWith('unapproved')) return 'bypassed';
  return /^[A-Za-z][A-Za-z0-9+.-]*:\/\/[^/?#\s]+([/?]\P{Cc}*)?$/u.test(text) ? 'approved' : 'invalid';
}
