import { GoText, goList } from '../../../api/go-format/go-syntax.ts';
import { isSentEmpty } from '../../../api/json/sent-empty.ts';
import type { NetworkingV1ServiceCIDR } from '../../../api/schema/types.gen.ts';
import { type FieldError, FieldPath, invalid, required } from '../../../api/validation/field-errors.ts';
import { validateEach } from '../../../api/validation/validate-each.ts';
import { truncatedJson } from '../../../util/truncate.ts';
import { canonicalCidr } from '../../shared/addresses/address-range.ts';
import { notCidr, strictCidr } from '../../shared/addresses/address-rules.ts';
import { familyOfCidr, parseCidr } from '../../shared/addresses/addresses.ts';

const cidrsPath = FieldPath.of('spec', 'cidrs');
const immutable = 'field is immutable';

export function validateServiceCidr({ spec: { cidrs = [] } }: NetworkingV1ServiceCIDR): FieldError[] {
  if (cidrs.length === 0) return [required(cidrsPath, 'at least one CIDR required')];
  if (cidrs.length > 2) {
    const shown = new GoText(truncatedJson({ cidrs }), truncatedJson({ CIDRs: cidrs }));
    return [invalid(cidrsPath, shown, 'may only hold up to 2 values')];
  }
  const families = cidrs.map(familyOfCidr);
  if (families.length === 2 && families[0] !== undefined && families[0] === families[1]) {
    const text = 'may specify no more than one IP for each IP family, i.e 192.168.0.0/24 and 2001:db8::/64';
    return [invalid(cidrsPath, goList('string', cidrs), text)];
  }
  return validateEach(cidrs, (cidr, index) =>
    cidrProblems(cidr).map((problem) => invalid(cidrsPath.index(index), cidr, problem)),
  );
}

function cidrProblems(cidr: string): string[] {
  if (parseCidr(cidr) === undefined) return [notCidr];
  const problems = strictCidr(cidr);
  const canonical = canonicalCidr(cidr);
  return problems.length > 0 || canonical === cidr
    ? problems
    : [`must be in canonical form ("${canonical}")`];
}

/** Ranges stay; to one of them the range of the other family may be added. */
export function validateServiceCidrUpdate(
  range: NetworkingV1ServiceCIDR,
  old: NetworkingV1ServiceCIDR,
): FieldError[] {
  const [now, before] = [range.spec.cidrs ?? [], old.spec.cidrs ?? []];
  const isExtended = before.length === 1 && now.length === 2;
  if (now.length !== before.length && !isExtended) {
    const shown = isSentEmpty(range.spec, 'cidrs') ? [] : range.spec.cidrs;
    return [invalid(cidrsPath, goList('string', shown), immutable)];
  }
  const changed = validateEach(before, (cidr, index) =>
    now[index] === cidr ? [] : [invalid(cidrsPath.index(index), now[index], immutable)],
  );
  return isExtended ? [...changed, ...validateServiceCidr(range)] : changed;
}
