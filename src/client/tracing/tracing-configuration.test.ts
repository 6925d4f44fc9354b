import { expect, it } from 'vitest';
import { dialects } from '../../api/meta/dialect.ts';
import { readTracingConfiguration } from './tracing-configuration.ts';

const [orch, kubernetes] = [dialects[0]!, dialects[1]!];
const head = 'apiVersion: apiserver.config.k8s.io/v1alpha1\nkind: TracingConfiguration\n';

it.each([
  ['nothing but its type', head, { endpoint: 'localhost:4317', perMillion: 0 }],
  [
    'both fields',
    `${head}endpoint: collector.example:4317\nsamplingRatePerMillion: 250000\n`,
    { endpoint: 'collector.example:4317', perMillion: 250_000 },
  ],
  ['an IPv6 address', `${head}endpoint: "[::1]:4317"\n`, { endpoint: '[::1]:4317', perMillion: 0 }],
  ['the later version', head.replace('v1alpha1', 'v1beta1'), { endpoint: 'localhost:4317', perMillion: 0 }],
])('%s', (_, text, configuration) => {
  expect(readTracingConfiguration(text, kubernetes)).toEqual(configuration);
});

it('has the group of the dialect', () => {
  const text = head.replace('k8s.io', 'orch.io');
  expect(readTracingConfiguration(text, orch)).toEqual({ endpoint: 'localhost:4317', perMillion: 0 });
  expect(() => readTracingConfiguration(head, orch)).toThrow('apiserver.config.orch.io/v1alpha1');
});

it.each([
  ['nothing', '', 'must be a TracingConfiguration'],
  ['another kind', head.replace('Tracing', 'Admission'), 'must be a TracingConfiguration of'],
  ['another field', `${head}rate: 1\n`, 'unknown field "rate"'],
  ['an address with a scheme', `${head}endpoint: http://a:1\n`, 'endpoint: Invalid value: "http://a:1"'],
  ['a negative rate', `${head}samplingRatePerMillion: -1\n`, 'sampling rate must be positive'],
  ['more than all', `${head}samplingRatePerMillion: 1000001\n`, 'less than or equal to one million'],
  ['a rate that is text', `${head}samplingRatePerMillion: all\n`, 'must be an integer'],
])('%s is refused', (_, text, reason) => {
  expect(() => readTracingConfiguration(text, kubernetes)).toThrow(reason);
});
