import { expect, it } from 'vitest';
import { FeatureGates } from '../../../api/gates/feature-gates.ts';
import { StartError } from '../../start-error.ts';
import { allowedOrigins } from './allowed-origins.ts';

const unpinned = 'regular expression does not pin to start/end of host in the origin header';
const wrong = (pattern: string, problem = unpinned): string =>
  `--cors-allowed-origins has an invalid regular expression: ${pattern}: ${problem}`;

it.each<[release: string, patterns: string[], error: string | undefined]>([
  ['1.36', ['^https://a\\.example$', '//a\\.example(:|$)', '://b:'], undefined],
  ['1.27', ['a.example'], wrong('a.example')],
  ['1.27', ['^a.example'], wrong('^a.example')],
  ['1.27', ['a.example$'], wrong('a.example$')],
  ['1.26', ['a.example'], undefined],
  [
    '1.36',
    ['a', '^('],
    `[${wrong('a')}, ${wrong('^(', 'error parsing regexp: not a regular expression: "^("')}]`,
  ],
  [
    '1.26',
    ['^a$', '('],
    'Invalid CORS allowed origin, --cors-allowed-origins flag was set to ^a$,( - error parsing regexp: not a regular expression: "("',
  ],
])('%s: origins of %j', (release, patterns, error) => {
  const read = () => allowedOrigins(patterns, new FeatureGates(release));
  if (error === undefined) expect(read).not.toThrow();
  else expect(read).toThrow(new StartError(error));
});
