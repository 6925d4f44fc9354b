import { DecodeError, parseJson } from '../../../src/api/codec/json.ts';
import { Normalizer } from '../../../src/api/codec/normalizer.ts';
import { parseFieldSelector, SelectorError } from '../../../src/api/selectors/field-selector.ts';
import {
  type LabelSelectorObject,
  labelSelectorFromObject,
  parseLabelSelector,
  validateLabelName,
  validateLabelSelectorObject,
  validateLabels,
} from '../../../src/api/selectors/label-selector.ts';
import { FieldPath } from '../../../src/api/validation/field-errors.ts';
import {
  configMapKey,
  dns1035Label,
  dns1123Label,
  dns1123Subdomain,
  envVarName,
  httpHeaderName,
  ip,
  labelValue,
  nameIsPathSegment,
  percent,
  portName,
  qualifiedName,
  wildcardDns1123Subdomain,
} from '../../../src/api/validation/names.ts';
import { expectSame, type Target } from '../engine/target.ts';
import { structs } from './samples.ts';

const labels: readonly Record<string, string>[] = [
  {},
  { app: 'web' },
  { app: '', tier: 'front', rank: '4' },
  JSON.parse('{"__proto__":"x","constructor":"y"}'),
];

export const labelSelectors: Target = {
  name: 'label-selectors',
  seeds: () => [
    'app=web,tier in (front,back),!old,rank>3',
    'a notin (),b!=c,example.com/d==e,f',
    'in in (in),x<4',
  ],
  dictionary: [
    '=',
    '==',
    '!=',
    '!',
    ' in ',
    ' notin ',
    '(',
    ')',
    ',',
    '>',
    '<',
    'app',
    'example.com/',
    '()',
    ',,',
  ],
  refusals: [SelectorError],
  maxBytes: 64 * 1024,
  run(text: string) {
    const selector = parseLabelSelector(text);
    for (const set of labels) selector.matches(set);
    selector.exactPairs();
    const canonical = selector.toString();
    expectSame(parseLabelSelector(canonical).toString(), canonical, 'the canonical form of a selector');
    for (const set of labels) {
      const matches = selector.matches(set);
      expectSame(parseLabelSelector(canonical).matches(set), matches, 'what it matches');
    }
  },
};

export const labelObjects: Target = {
  name: 'label-objects',
  seeds: () => [
    '{"matchLabels":{"app":"web"},"matchExpressions":[{"key":"tier","operator":"In","values":["a","b"]}]}',
    '{"matchExpressions":[{"key":"a.b/c","operator":"Exists"},{"key":"d","operator":"NotIn","values":[""]}]}',
  ],
  dictionary: [
    'In',
    'NotIn',
    'Exists',
    'DoesNotExist',
    'matchLabels',
    'matchExpressions',
    'key',
    'values',
    'operator',
  ],
  refusals: [SelectorError, DecodeError],
  run(text: string) {
    const value = parseJson(text);
    const object = new Normalizer().normalize(
      value,
      structs.get('meta.v1.LabelSelector')!,
    ) as LabelSelectorObject;
    validateLabelSelectorObject(object, FieldPath.of('spec', 'selector'));
    validateLabels(object.matchLabels, FieldPath.of('metadata', 'labels'));
    const selector = labelSelectorFromObject(object);
    const canonical = selector.toString();
    // Reading it again gives the same selector, but for those of nothing but a key that needs no reading.
    if (!selector.isNothing())
      expectSame(parseLabelSelector(canonical).toString(), canonical, 'the canonical form');
  },
};

export const fieldSelectors: Target = {
  name: 'field-selectors',
  seeds: () => ['metadata.name=web,status.phase!=Running', 'a==b\\,c\\=d\\\\e,f!=', '=,,x=y'],
  dictionary: [
    '=',
    '==',
    '!=',
    ',',
    '\\',
    '\\,',
    '\\=',
    '\\\\',
    'metadata.name',
    'metadata.namespace',
    'spec.nodeName',
  ],
  refusals: [SelectorError],
  maxBytes: 64 * 1024,
  run(text: string) {
    const selector = parseFieldSelector(text);
    selector.matches({ 'metadata.name': 'web' });
    selector.exactValue('metadata.name');
    const canonical = selector.toString();
    // Terms are sorted as they are written, and `a==b` is written otherwise than `a=b`.
    const sorted = (text: string): string[] =>
      parseFieldSelector(text)
        .requirements.map((requirement) => JSON.stringify(requirement))
        .sort();
    expectSame(sorted(canonical), sorted(text), 'the requirements of the canonical form');
  },
};

const checks = [
  ...[configMapKey, dns1035Label, dns1123Label, dns1123Subdomain, envVarName, httpHeaderName, ip],
  ...[labelValue, percent, portName, qualifiedName, wildcardDns1123Subdomain],
];

export const nameRules: Target = {
  name: 'names',
  seeds: () => [
    'web-1.example.com',
    'a/b',
    'example.com/app_name',
    'A_B',
    '50%',
    'x'.repeat(64),
    'content-type',
  ],
  dictionary: ['-', '.', '/', '_', '%', '--', '..', 'example.com/', 'a', '0'],
  refusals: [],
  maxBytes: 1024 * 1024,
  run(text: string) {
    for (const check of checks) check(text);
    nameIsPathSegment(text, false);
    validateLabelName(text, FieldPath.of('metadata', 'labels'));
  },
};
