import type { FeatureGates } from '../../../api/gates/feature-gates.ts';
import type { Dialect } from '../../../api/meta/dialect.ts';
import type { CoreV1Service } from '../../../api/schema/types.gen.ts';
import { type FieldError, FieldPath, forbidden, invalid } from '../../../api/validation/field-errors.ts';
import { validateEach } from '../../../api/validation/validate-each.ts';
import { type AddressRules, notCidr } from '../../shared/addresses/address-rules.ts';
import { familyOfCidr } from '../../shared/addresses/addresses.ts';
import { isLoadBalancer } from './service-types.ts';

/*
 * The ranges from which a balancer may be asked: a field, and before that an annotation. Both are checked only where
 * there is a balancer, or where they should not be.
 */

const fieldPath = FieldPath.of('spec', 'LoadBalancerSourceRanges');
export const onlyForBalancers = "may only be used when `type` is 'LoadBalancer'";

/** From this release on each range is reported by itself. */
const eachRangeSince = '1.30';

type Validate = (service: CoreV1Service, old?: CoreV1Service) => FieldError[];

export function sourceRangesValidation(dialect: Dialect, gates: FeatureGates, rules: AddressRules): Validate {
  const annotation = `service.beta.${dialect.label}/load-balancer-source-ranges`;
  const path = FieldPath.of('metadata', 'annotations').key(annotation);
  const list = gates.isIn(eachRangeSince) ? eachRange(rules) : wholeList;
  const keeps = gates.isIn('1.33');
  return (service, old) => {
    const { loadBalancerSourceRanges: ranges = [] } = service.spec;
    const text = service.metadata.annotations?.[annotation];
    if (ranges.length > 0) {
      return [
        ...onBalancer(service, fieldPath),
        ...list(fieldPath, ranges, shown(ranges), old?.spec.loadBalancerSourceRanges),
      ];
    }
    if (text === undefined || (keeps && old?.metadata.annotations?.[annotation] === text)) return [];
    return [...onBalancer(service, path), ...list(path, rangesOf(text), text)];
  };
}

const onBalancer = (service: CoreV1Service, path: FieldPath): FieldError[] =>
  isLoadBalancer(service) ? [] : [forbidden(path, onlyForBalancers)];

const shown = (ranges: readonly string[]): string => `[${ranges.join(' ')}]`;

/** A blank annotation stands for everybody. */
const rangesOf = (text: string): string[] => (text.trim() === '' ? [] : text.split(','));

type ValidateList = (
  path: FieldPath,
  ranges: readonly string[],
  shown: string,
  kept?: readonly string[],
) => FieldError[];

const wholeList: ValidateList = (path, ranges, text) =>
  ranges.every((range) => familyOfCidr(range.trim()) !== undefined)
    ? []
    : [invalid(path, text, 'must be a list of IP ranges. For example, 10.240.0.0/24,10.250.0.0/24 ')];

/** The ranges of the annotation are reported at the annotation. */
const eachRange =
  (rules: AddressRules): ValidateList =>
  (path, ranges, _, kept) =>
    validateEach(ranges, (range, index) =>
      rules.cidr(range.trim(), path === fieldPath ? path.index(index) : path, notCidr, { kept }),
    );
