import { type ConfigFields, type ConfigKind, readServerConfig } from '../../../api/codec/server-config.ts';
import type { FeatureGates } from '../../../api/gates/feature-gates.ts';
import { Fields } from '../../../client/fields.ts';
import type {
  AuthenticationConfiguration,
  ClaimMapping,
  JwtAuthenticator,
  JwtIssuer,
  PrefixedMapping,
} from './authentication-configuration.ts';

const issuerFields: ConfigFields = {
  url: 'value',
  discoveryURL: 'value',
  certificateAuthority: 'value',
  audiences: 'value',
  audienceMatchPolicy: 'value',
};
const prefixed: ConfigFields = { claim: 'value', prefix: 'value', expression: 'value' };

/** The versions that a release reads, and the fields that they have. */
function kindIn(gates: FeatureGates, group: string): ConfigKind {
  const has = (name: string, since: string): ConfigFields => (gates.isIn(since) ? { [name]: 'value' } : {});
  const anonymous: ConfigFields = { enabled: 'value', conditions: { path: 'value' } };
  const versions = [
    'v1alpha1',
    ...(gates.isIn('1.30') ? ['v1beta1'] : []),
    ...(gates.isIn('1.34') ? ['v1'] : []),
  ];
  const jwt: ConfigFields = {
    issuer: Object.assign({}, issuerFields, has('egressSelectorType', '1.34')),
    claimValidationRules: { claim: 'value', requiredValue: 'value', expression: 'value', message: 'value' },
    claimMappings: {
      username: prefixed,
      groups: prefixed,
      uid: { claim: 'value', expression: 'value' },
      extra: { key: 'value', valueExpression: 'value' },
    },
    userValidationRules: { expression: 'value', message: 'value' },
  };
  return {
    kind: 'AuthenticationConfiguration',
    apiVersions: versions.map((version) => `${group}/${version}`),
    fields: gates.isIn('1.31') ? { jwt, anonymous } : { jwt },
  };
}

/** Reads a configuration. `group`: that of configuration files. Throws DecodeError or ShapeError. */
export function parseConfiguration(
  text: string,
  gates: FeatureGates,
  group: string,
): AuthenticationConfiguration {
  const fields = new Fields(readServerConfig(text, kindIn(gates, group)), '');
  const anonymous = fields.object('anonymous');
  return {
    jwt: fields.objects('jwt').map(jwtOf),
    anonymous: anonymous && {
      enabled: anonymous.boolean('enabled') ?? false,
      paths: anonymous.objects('conditions').map((condition) => condition.text('path') ?? ''),
    },
  };
}

function jwtOf(fields: Fields): JwtAuthenticator {
  const mappings = fields.object('claimMappings');
  return {
    issuer: issuerOf(fields.object('issuer')),
    claimValidationRules: fields.objects('claimValidationRules').map((rule) => ({
      claim: rule.text('claim') ?? '',
      requiredValue: rule.text('requiredValue') ?? '',
      expression: rule.text('expression') ?? '',
      message: rule.text('message') ?? '',
    })),
    username: prefixedOf(mappings?.object('username')),
    groups: prefixedOf(mappings?.object('groups')),
    uid: mappingOf(mappings?.object('uid')),
    extra: (mappings?.objects('extra') ?? []).map((one) => ({
      key: one.text('key') ?? '',
      valueExpression: one.text('valueExpression') ?? '',
    })),
    userValidationRules: fields.objects('userValidationRules').map((rule) => ({
      expression: rule.text('expression') ?? '',
      message: rule.text('message') ?? '',
    })),
  };
}

const issuerOf = (fields: Fields | undefined): JwtIssuer => ({
  url: fields?.text('url') ?? '',
  discoveryURL: fields?.text('discoveryURL') ?? '',
  certificateAuthority: fields?.text('certificateAuthority') ?? '',
  audiences: fields?.texts('audiences') ?? [],
  audienceMatchPolicy: fields?.text('audienceMatchPolicy') ?? '',
  egressSelectorType: fields?.text('egressSelectorType') ?? '',
});

const mappingOf = (fields: Fields | undefined): ClaimMapping => ({
  claim: fields?.text('claim') ?? '',
  expression: fields?.text('expression') ?? '',
});

const prefixedOf = (fields: Fields | undefined): PrefixedMapping => ({
  claim: fields?.text('claim') ?? '',
  expression: fields?.text('expression') ?? '',
  prefix: fields?.text('prefix'),
});
