import type { FeatureGates } from '../../../api/gates/feature-gates.ts';
import { goList } from '../../../api/go-format/go-syntax.ts';
import type {
  NetworkingV1IPBlock,
  NetworkingV1NetworkPolicy,
  NetworkingV1NetworkPolicyPeer,
  NetworkingV1NetworkPolicyPort,
} from '../../../api/schema/types.gen.ts';
import {
  type FieldError,
  FieldPath,
  forbidden,
  invalid,
  notSupported,
  required,
} from '../../../api/validation/field-errors.ts';
import {
  hasLabelValues,
  type LabelSelectorOptions,
  validateLabelSelectorObject,
} from '../../../api/validation/label-validation.ts';
import { portName, portNumber } from '../../../api/validation/names.ts';
import { validateEach } from '../../../api/validation/validate-each.ts';
import { addressValue } from '../../shared/addresses/address-number.ts';
import { AddressRules } from '../../shared/addresses/address-rules.ts';
import { parseCidr } from '../../shared/addresses/addresses.ts';
import { invalidEach } from '../../shared/field-checks.ts';
import { reporting } from '../../shared/report-twice.ts';

const specPath = FieldPath.of('spec');
const notRange = 'not a valid CIDR';
const protocols = ['TCP', 'UDP', 'SCTP'];
const policyTypes = ['Ingress', 'Egress'];

export function networkPolicyValidation(gates: FeatureGates) {
  const rules = new AddressRules(gates);
  const checksValues = gates.isIn('1.26');
  const report = reporting(gates);
  return {
    validateCreate: (policy: NetworkingV1NetworkPolicy) => validate(policy, { rules, checksValues }),
    validateUpdate: (policy: NetworkingV1NetworkPolicy, old: NetworkingV1NetworkPolicy) =>
      report(
        validate(policy, {
          rules,
          checksValues: checksValues && hasLabelValues(old.spec.podSelector),
          kept: blocksOf(old),
        }),
      ),
  };
}

interface Options extends LabelSelectorOptions {
  rules: AddressRules;
  /** The ranges of the stored policy. */
  kept?: string[];
}

/** All ranges of a policy. */
export const blocksOf = ({ spec: { ingress = [], egress = [] } }: NetworkingV1NetworkPolicy): string[] =>
  [...ingress.map(({ from }) => from), ...egress.map(({ to }) => to)]
    .flatMap((peers) => peers ?? [])
    .flatMap(({ ipBlock }) => (ipBlock === undefined ? [] : [ipBlock.cidr, ...(ipBlock.except ?? [])]));

function validate({ spec }: NetworkingV1NetworkPolicy, options: Options): FieldError[] {
  const { podSelector, ingress = [], egress = [] } = spec;
  const [ingressPath, egressPath] = [specPath.child('ingress'), specPath.child('egress')];
  return [
    ...validateLabelSelectorObject(podSelector, specPath.child('podSelector'), options),
    ...validateEach(ingress, ({ ports, from }, index) => [
      ...validatePorts(ports, ingressPath.index(index).child('ports')),
      ...validatePeers(from, ingressPath.index(index).child('from'), options),
    ]),
    ...validateEach(egress, ({ ports, to }, index) => [
      ...validatePorts(ports, egressPath.index(index).child('ports')),
      ...validatePeers(to, egressPath.index(index).child('to'), options),
    ]),
    ...validatePolicyTypes(spec.policyTypes ?? []),
  ];
}

function validatePolicyTypes(types: readonly string[]): FieldError[] {
  const path = specPath.child('policyTypes');
  if (types.length > policyTypes.length) {
    const shown = goList('networking.PolicyType', types);
    return [invalid(path, shown, 'may not specify more than two policyTypes')];
  }
  return validateEach(types, (type, index) =>
    policyTypes.includes(type) ? [] : [notSupported(path.index(index), type, policyTypes)],
  );
}

const validatePorts = (ports: readonly NetworkingV1NetworkPolicyPort[] = [], path: FieldPath): FieldError[] =>
  validateEach(ports, (port, index) => validatePort(port, path.index(index)));

function validatePort(
  { protocol, port, endPort }: NetworkingV1NetworkPolicyPort,
  path: FieldPath,
): FieldError[] {
  const errors =
    protocol === undefined || protocols.includes(protocol)
      ? []
      : [notSupported(path.child('protocol'), protocol, protocols)];
  const [portPath, endPath] = [path.child('port'), path.child('endPort')];
  const noEnd = (why: string) =>
    endPort === undefined ? [] : [invalid(endPath, endPort, `may not be specified when \`port\` is ${why}`)];
  if (port === undefined) return [...errors, ...noEnd('not specified')];
  if (typeof port === 'string') {
    return [...errors, ...noEnd('non-numeric'), ...invalidEach(portPath, port, portName(port))];
  }
  return [
    ...errors,
    ...invalidEach(portPath, port, portNumber(port)),
    ...(endPort === undefined ? [] : validateEndPort(endPort, port, endPath)),
  ];
}

/** The first error shows `port` rather than `endPort`, for compatibility. */
function validateEndPort(endPort: number, port: number, path: FieldPath): FieldError[] {
  return [
    ...(endPort < port ? [invalid(path, port, 'must be greater than or equal to `port`')] : []),
    ...invalidEach(path, endPort, portNumber(endPort)),
  ];
}

const validatePeers = (
  peers: readonly NetworkingV1NetworkPolicyPeer[] = [],
  path: FieldPath,
  options: Options,
): FieldError[] => validateEach(peers, (peer, index) => validatePeer(peer, path.index(index), options));

function validatePeer(peer: NetworkingV1NetworkPolicyPeer, path: FieldPath, options: Options): FieldError[] {
  const { podSelector, namespaceSelector, ipBlock } = peer;
  const count = [podSelector, namespaceSelector, ipBlock].filter((field) => field !== undefined).length;
  return [
    ...validateLabelSelectorObject(podSelector, path.child('podSelector'), options),
    ...validateLabelSelectorObject(namespaceSelector, path.child('namespaceSelector'), options),
    ...(ipBlock === undefined ? [] : validateIpBlock(ipBlock, path.child('ipBlock'), options)),
    ...(count === 0 ? [required(path, 'must specify a peer')] : []),
    ...(count > 1 && ipBlock !== undefined
      ? [forbidden(path, 'may not specify both ipBlock and another peer')]
      : []),
  ];
}

function validateIpBlock(
  { cidr, except = [] }: NetworkingV1IPBlock,
  path: FieldPath,
  { rules, kept }: Options,
): FieldError[] {
  const cidrPath = path.child('cidr');
  if (cidr === '') return [required(cidrPath)];
  const range = parseRange(cidr);
  const errors = rules.cidr(cidr, cidrPath, notRange, { kept });
  if (range === undefined) return errors;
  const exceptPath = path.child('except');
  let isParsed = true;
  const ofExcept = validateEach(except, (text, index) => {
    // Entries after the first invalid one are not checked.
    if (!isParsed) return [];
    const excluded = parseRange(text);
    isParsed = excluded !== undefined;
    const ofText = rules.cidr(text, exceptPath.index(index), notRange, { kept });
    if (excluded === undefined || ofText.length > 0 || isStrictSubset(excluded, range)) return ofText;
    return [invalid(exceptPath.index(index), text, 'must be a strict subset of `cidr`')];
  });
  return [...errors, ...ofExcept];
}

interface Range {
  network: bigint;
  /** Length of the prefix. */
  length: number;
  /** Length of an address. */
  bits: 32 | 128;
}

function parseRange(text: string): Range | undefined {
  const cidr = parseCidr(text);
  if (cidr === undefined) return undefined;
  const { address, family, length } = cidr;
  return { network: addressValue(address, family), length, bits: address.includes(':') ? 128 : 32 };
}

function isStrictSubset(subset: Range, range: Range): boolean {
  if (subset.bits !== range.bits || subset.length <= range.length) return false;
  const rest = BigInt(range.bits - range.length);
  return subset.network >> rest === range.network >> rest;
}
