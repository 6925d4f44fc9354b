import { isIPv6 } from 'node:net';
import { GoText } from '../../../api/go-format/go-syntax.ts';
import type { CoreV1ContainerStatus, CoreV1Pod, CoreV1PodIP } from '../../../api/schema/types.gen.ts';
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
import { joinTruncated } from '../../../util/truncate.ts';
import { invalidEach } from '../../shared/field-checks.ts';
import { validateAnnotationUpdate } from './annotation-update.ts';
import type { PodRules } from './validation.ts';

const statusPath = FieldPath.of('status');
const conditionsPath = FieldPath.of('metadata', 'conditions');

export function validateStatusUpdate(pod: CoreV1Pod, old: CoreV1Pod, rules: PodRules): FieldError[] {
  const { restartPolicy = '' } = old.spec;
  const ofList = (list: 'containerStatuses' | 'initContainerStatuses') =>
    validateTransitions(pod.status[list], old.status[list], statusPath.child(list), restartPolicy);
  return [
    ...validateAnnotationUpdate(pod, old, rules),
    ...validateConditions(pod),
    ...validateNomination(pod, old),
    ...ofList('containerStatuses'),
    ...ofList('initContainerStatuses'),
    ...validatePodIps(pod.status.podIPs, statusPath.child('podIPs')),
  ];
}

const systemConditions = ['PodScheduled', 'Ready', 'Initialized'];

/** The path is the API's. */
function validateConditions({ status: { conditions = [] } }: CoreV1Pod): FieldError[] {
  return validateEach(conditions, ({ type }, index) =>
    systemConditions.includes(type)
      ? []
      : invalidEach(conditionsPath.index(index).child('Type'), type, qualifiedName(type)),
  );
}

function validateNomination({ status }: CoreV1Pod, old: CoreV1Pod): FieldError[] {
  const { nominatedNodeName: node } = status;
  if (!node || node === old.status.nominatedNodeName) return [];
  return invalidEach(statusPath.child('nominatedNodeName'), node, dns1123Subdomain(node));
}

/** A container that has ended for good does not run again. */
function validateTransitions(
  statuses: readonly CoreV1ContainerStatus[] = [],
  old: readonly CoreV1ContainerStatus[] = [],
  path: FieldPath,
  restartPolicy: string,
): FieldError[] {
  if (restartPolicy === 'Always') return [];
  const alive = Map.groupBy(
    statuses.filter(({ state }) => state.terminated === undefined),
    ({ name }) => name,
  );
  return validateEach(old, ({ name, state: { terminated } }, index) => {
    if (terminated === undefined) return [];
    if (terminated.exitCode !== 0 && restartPolicy === 'OnFailure') return [];
    return (alive.get(name) ?? []).map(() =>
      forbidden(path.index(index).child('state'), 'may not be transitioned to non-terminated state'),
    );
  });
}

const goPodIp = ({ ip: address = '' }: CoreV1PodIP): string => `core.PodIP{IP:${goQuote(address)}}`;
const goPodIps = (list: readonly CoreV1PodIP[]): GoText =>
  new GoText(`[]core.PodIP{${joinTruncated(list, ', ', goPodIp)}}`);

/** At most one address of each family. */
function validatePodIps(list: readonly CoreV1PodIP[] = [], path: FieldPath): FieldError[] {
  const addresses = list.map((podIp) => podIp.ip ?? '');
  const errors = validateEach(addresses, (address, index) =>
    invalidEach(path.index(index), address, ip(address)),
  );
  if (addresses.length < 2) return errors;
  const broken = addresses.find((address) => ip(address).length > 0);
  const families = new Set(addresses.map(isIPv6));
  if (broken !== undefined) {
    errors.push(internal(path, `failed to check for dual stack with error:invalid IP address: ${broken}`));
  }
  if (broken !== undefined || families.size < 2 || addresses.length > 2) {
    errors.push(invalid(path, goPodIps(list), 'may specify no more than one IP for each IP family'));
  }
  const isRepeated = repetitions(addresses);
  const again = validateEach(addresses, (_, index) =>
    isRepeated(index) ? [duplicate(path.index(index), new GoText(goPodIp(list[index]!)))] : [],
  );
  return [...errors, ...again];
}
