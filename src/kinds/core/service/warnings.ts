import type { FeatureGates } from '../../../api/gates/feature-gates.ts';
import type { Dialect } from '../../../api/meta/dialect.ts';
import type { CoreV1Service } from '../../../api/schema/types.gen.ts';
import type { KindRules } from '../../../registry/kind-rules.ts';
import { AddressRules } from '../../shared/addresses/address-rules.ts';
import { earlierAddressWarnings } from './earlier-address-warnings.ts';
import { isHeadless } from './service-types.ts';

type Warning = (service: CoreV1Service) => string | false;

/** Warnings by the release that began with them, in their order. */
const warnings: readonly [since: string, warning: Warning][] = [
  [
    '1.28',
    ({ spec }) =>
      spec.type === 'ExternalName' &&
      (spec.externalIPs?.length ?? 0) > 0 &&
      'spec.externalIPs is ignored when spec.type is "ExternalName"',
  ],
  [
    '1.36',
    (service) =>
      !isHeadless(service) &&
      (service.spec.externalIPs?.length ?? 0) > 0 &&
      'spec.externalIPs is deprecated and may no longer be implemented in some clusters',
  ],
  [
    '1.28',
    ({ spec }) =>
      spec.type !== 'ExternalName' &&
      Boolean(spec.externalName) &&
      'spec.externalName is ignored when spec.type is not "ExternalName"',
  ],
  [
    '1.35',
    ({ spec }) =>
      spec.trafficDistribution === 'PreferClose' &&
      'spec.trafficDistribution: "PreferClose" is deprecated; use "PreferSameZone"',
  ],
  [
    '1.34',
    (service) =>
      isHeadless(service) &&
      Boolean(service.spec.loadBalancerIP) &&
      'spec.loadBalancerIP is ignored for headless services',
  ],
  [
    '1.34',
    (service) =>
      isHeadless(service) &&
      (service.spec.externalIPs?.length ?? 0) > 0 &&
      'spec.externalIPs is ignored for headless services',
  ],
  [
    '1.34',
    (service) =>
      isHeadless(service) &&
      service.spec.sessionAffinity === 'ClientIP' &&
      'spec.SessionAffinity is ignored for headless services',
  ],
];

export function serviceWarnings(
  dialect: Dialect,
  gates: FeatureGates,
): Pick<KindRules<CoreV1Service>, 'warnings'> {
  if (!gates.isIn('1.27')) return {};
  const { label } = dialect;
  const hints = `service.${label}/topology-aware-hints`;
  const own = warnings.filter(([since]) => gates.isIn(since)).map(([, warning]) => warning);
  const rules = gates.isIn('1.33') ? new AddressRules(gates) : earlierAddressWarnings(dialect);
  return {
    warnings: (service) => [
      ...(service.metadata.annotations?.[hints] === undefined
        ? []
        : [`annotation ${hints} is deprecated, please use service.${label}/topology-mode instead`]),
      ...addressWarnings(service, rules),
      ...own.map((warning) => warning(service)).filter((text) => text !== false),
    ],
  };
}

function addressWarnings(
  service: CoreV1Service,
  rules: Pick<AddressRules, 'ipWarnings' | 'cidrWarnings'>,
): string[] {
  const { clusterIPs = [], externalIPs = [], loadBalancerIP, loadBalancerSourceRanges = [] } = service.spec;
  const ofList = (list: readonly string[], field: string) =>
    list.flatMap((address, index) => rules.ipWarnings(address, `spec.${field}[${index}]`));
  return [
    ...(isHeadless(service) ? [] : ofList(clusterIPs, 'clusterIPs')),
    ...ofList(externalIPs, 'externalIPs'),
    ...(loadBalancerIP ? rules.ipWarnings(loadBalancerIP, 'spec.loadBalancerIP') : []),
    ...loadBalancerSourceRanges.flatMap((range, index) =>
      rules.cidrWarnings(range, `spec.loadBalancerSourceRanges[${index}]`),
    ),
  ];
}
