import { isIPv6 } from 'node:net';
import { GoText } from '../../../api/go-format/go-syntax.ts';
import type { CoreV1Pod } from '../../../api/schema/types.gen.ts';
import {
  duplicate,
  type FieldError,
  FieldPath,
  forbidden,
  internal,
  invalid,
} from '../../../api/validation/field-errors.ts';
import { dns1123Subdomain, ip, qualifiedName } from '../../../api/validation/names.ts';
import { repetitions } from '../../../api/validation/repetitions.ts';
import { validateEach } from '../../../api/validation/validate-each.ts';
import { goQuote } from '../../../util/quote.ts';
import { joinTruncated, truncatedJson } from '../../../util/truncate.ts';
import { invalidEach } from '../../shared/field-checks.ts';
import { type PodFeatures, podFeatures } from '../../shared/pod-spec/index.ts';
import { validateAnnotationUpdate } from './annotation-update.ts';
import { validateClaimStatuses } from './claim-status-validation.ts';
import { validateContainerStatuses } from './container-status-validation.ts';
import { validateTransitions } from './transition-validation.ts';
import type { PodRules } from './validation.ts';

const statusPath = FieldPath.of('status');
const conditionsPath = FieldPath.of('metadata', 'conditions');

export function validateStatusUpdate(pod: CoreV1Pod, old: CoreV1Pod, rules: PodRules): FieldError[] {
  const features = podFeatures(rules.gates);
  const { status } = pod;
  return [
    ...validateAnnotationUpdate(pod, old, rules),
    ...validateConditions(pod, features),
    ...(features.since32 ? validateQosClass(pod, old) : []),
    ...validateNomination(pod, old, rules),
    ...validateTransitions(pod, old, statusPath, features),
    ...validateClaimStatuses(pod, statusPath, rules),
    ...validatePodIps(status.podIPs, statusPath.child('podIPs'), { kept: old.status.podIPs, features }),
    ...(features.since28 ? validateHostIps(pod, old, features) : []),
    ...validateContainerStatuses(pod, statusPath, features),
  ];
}

const systemConditions = ['PodScheduled', 'Ready', 'Initialized'];

/** Before 1.33 the path was not that of the field. */
function validateConditions({ status }: CoreV1Pod, { since33 }: PodFeatures): FieldError[] {
  const { observedGeneration, conditions = [] } = status;
  const path = since33 ? statusPath.child('conditions') : conditionsPath;
  return [
    ...validateGeneration(observedGeneration, statusPath),
    ...validateEach(conditions, ({ type, observedGeneration: generation }, index) => [
      ...(systemConditions.includes(type)
        ? []
        : invalidEach(path.index(index).child('Type'), type, qualifiedName(type))),
      ...validateGeneration(generation, statusPath.child('conditions').index(index)),
    ]),
  ];
}

const validateGeneration = (generation: number | undefined, path: FieldPath): FieldError[] =>
  generation !== undefined && generation < 0
    ? [invalid(path.child('observedGeneration'), generation, 'must be a non-negative integer')]
    : [];

const validateQosClass = ({ status }: CoreV1Pod, old: CoreV1Pod): FieldError[] =>
  status.qosClass === old.status.qosClass
    ? []
    : [invalid(statusPath.child('qosClass'), status.qosClass ?? '', 'field is immutable')];

function validateNomination({ status }: CoreV1Pod, old: CoreV1Pod, { gates }: PodRules): FieldError[] {
  const { nominatedNodeName: node } = status;
  if (!node || node === old.status.nominatedNodeName) return [];
  const path = statusPath.child('nominatedNodeName');
  const isBound = gates.isOn('ClearingNominatedNodeNameAfterBinding') && Boolean(old.spec.nodeName);
  return [
    ...invalidEach(path, node, dns1123Subdomain(node)),
    ...(isBound ? [forbidden(path, 'may not be set on pods that are already bound to a node')] : []),
  ];
}

interface IpRules {
  /** The stored addresses. */
  kept: readonly { ip?: string }[] | undefined;
  features: PodFeatures;
  /** The type of the items in messages. */
  type?: 'HostIP' | 'PodIP';
}

function validateHostIps({ status }: CoreV1Pod, old: CoreV1Pod, features: PodFeatures): FieldError[] {
  const { hostIP = '', hostIPs = [] } = status;
  const path = statusPath.child('hostIPs');
  const first = hostIPs[0]?.ip ?? '';
  const isOther = hostIPs.length > 0 && first !== hostIP;
  return [
    ...(isOther ? [invalid(path.index(0).child('ip'), first, 'must be equal to `hostIP`')] : []),
    ...validatePodIps(hostIPs, path, { kept: old.status.hostIPs, features, type: 'HostIP' }),
  ];
}

const goIp = ({ ip: address = '' }: { ip?: string }, type: string): string =>
  `core.${type}{IP:${goQuote(address)}}`;
const jsonIp = ({ ip: address = '' }: { ip?: string }) => ({ IP: address });
const goIps = (list: readonly { ip?: string }[], type: string): GoText =>
  new GoText(
    `[]core.${type}{${joinTruncated(list, ', ', (one) => goIp(one, type))}}`,
    truncatedJson(list.map(jsonIp)),
  );

/** At most one address of each family. */
function validatePodIps(
  list: readonly { ip?: string }[] = [],
  path: FieldPath,
  { kept, features, type = 'PodIP' }: IpRules,
): FieldError[] {
  const addresses = list.map((one) => one.ip ?? '');
  const known = kept?.map((one) => one.ip);
  const errors = validateEach(addresses, (address, index) =>
    features.addresses.ip(address, path.index(index), { kept: known }, notAddress),
  );
  if (addresses.length < 2) return errors;
  const broken = addresses.findIndex((address) => ip(address).length > 0);
  const families = new Set(addresses.map(isIPv6));
  if (broken >= 0) {
    const cause = features.since33 ? `invalid IP[${broken}]: ` : 'invalid IP address: ';
    errors.push(internal(path, `failed to check for dual stack with error:${cause}${addresses[broken]}`));
  }
  if (broken >= 0 || families.size < 2 || addresses.length > 2) {
    errors.push(invalid(path, goIps(list, type), 'may specify no more than one IP for each IP family'));
  }
  if (features.since33) return errors;
  const isRepeated = repetitions(addresses);
  const again = validateEach(list, (one, index) =>
    isRepeated(index)
      ? [duplicate(path.index(index), new GoText(goIp(one, type), truncatedJson(jsonIp(one))))]
      : [],
  );
  return [...errors, ...again];
}

const notAddress = 'must be a valid IP address, (e.g. 10.9.8.7)';
