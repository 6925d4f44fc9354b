import { describe, expect, test } from 'vitest';
import type { Written } from '../../../../test/support/unit/kinds.ts';
import { bench, spec } from '../../../../test/support/unit/services.ts';

describe('a Service', () => {
  test.each<[string, Written, string[]]>([
    [
      'selects by labels',
      spec({ selector: { a: 'b c' } }),
      [expect.stringContaining('spec.selector: Invalid value: "b c"')],
    ],
    [
      'knows affinities',
      spec({ sessionAffinity: 'Cookie' }),
      ['spec.sessionAffinity: Unsupported value: "Cookie": supported values: "ClientIP", "None"'],
    ],
    [
      'remembers clients for a while',
      spec({ sessionAffinity: 'ClientIP', sessionAffinityConfig: { clientIP: { timeoutSeconds: 86401 } } }),
      [
        'spec.sessionAffinityConfig.clientIP.timeoutSeconds: Invalid value: 86401: must be greater than 0 and less than 86400',
      ],
    ],
  ])('%s', (_, change, errors) => {
    expect(bench.create(change).errors).toEqual(errors);
  });
});
