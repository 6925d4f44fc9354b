import { expect, it } from 'vitest';
import { FeatureGates } from '../../api/gates/feature-gates.ts';
import { type Dialect, dialects } from '../../api/meta/dialect.ts';
import { readTracingConfiguration } from './tracing-configuration.ts';

const [orch, kubernetes] = dialects.map((dialect) => contextOf(dialect, '1.36')) as [Context, Context];
type Context = Parameters<typeof readTracingConfiguration>[1];
function contextOf(dialect: Dialect, release: string): Context {
  return { dialect, gates: new FeatureGates(release) };
}
const head = 'apiVersion: apiserver.config.k8s.io/v1alpha1\nkind: TracingConfiguration\n';

it.each([
  ['nothing but its type', head, { endpoint: 'localhost:4317', perMillion: 0 }],
  [
    'both fields',
    `${head}endpoint: collector.example:4317\nsamplingRatePerMillion: 250000\n`,
    { endpoint: 'collector.example:4317', perMillion: 250_000 },
  ],
  ['an IPv6 address', `${head}endpoint: "[::1]:4317"\n`, { endpoint: '[::1]:4317', perMillion: 0 }],
  ['the newest version', head.replace('v1alpha1', 'v1'), { endpoint: 'localhost:4317', perMillion: 0 }],
  ['a scheme of names', `${head}endpoint: dns:///a:4317\n`, { endpoint: 'a:4317', perMillion: 0 }],
  ['the later version', head.replace('v1alpha1', 'v1beta1'), { endpoint: 'localhost:4317', perMillion: 0 }],
])('%s', (_, text, configuration) => {
  expect(readTracingConfiguration(text, kubernetes)).toEqual(configuration);
});

it('has the group of the dialect', () => {
  const text = head.replace('k8s.io', 'orch.io');
  expect(readTracingConfiguration(text, orch)).toEqual({ endpoint: 'localhost:4317', perMillion: 0 });
  expect(() => readTracingConfiguration(head, orch)).toThrow(
    'no kind "TracingConfiguration" is registered for version',
  );
});

it.each([
  ['a text', 'x', "couldn't get version/kind"],
  ['another kind', head.replace('Tracing', 'Admission'), 'no kind "AdmissionConfiguration" is registered'],
  ['another field', `${head}rate: 1\n`, 'unknown field "rate"'],
  [
    'an address with a scheme',
    `${head}endpoint: http://a:1\n`,
    'unsupported scheme: http.  Options are none, dns, unix, or unix-abstract',
  ],
  ['a negative rate', `${head}samplingRatePerMillion: -1\n`, 'sampling rate must be positive'],
  ['more than all', `${head}samplingRatePerMillion: 1000001\n`, 'less than or equal to one million'],
  ['a rate that is text', `${head}samplingRatePerMillion: all\n`, 'must be an integer'],
])('%s is refused', (_, text, reason) => {
  expect(() => readTracingConfiguration(text, kubernetes)).toThrow(reason);
});

it.each([
  ['v1', '1.32', '1.34'],
  ['v1beta1', '1.25', '1.26'],
])('%s came with %s behind it', (version, before, since) => {
  const text = head.replace('v1alpha1', version);
  const read = (release: string) => readTracingConfiguration(text, contextOf(dialects[1]!, release));
  expect(() => read(before)).toThrow('is registered for version');
  expect(read(since).perMillion).toBe(0);
});

it('an unknown field counts since 1.32', () => {
  const read = (release: string) =>
    readTracingConfiguration(`${head}rate: 1\n`, contextOf(dialects[1]!, release));
  expect(read('1.31').perMillion).toBe(0);
  expect(() => read('1.32')).toThrow('unknown field "rate"');
});
