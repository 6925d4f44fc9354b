import { expect, it } from 'vitest';
import { samplesIn } from './metric-text.ts';

it('reads the samples of the metrics that are asked for, with their labels', () => {
  const text = [
    '# HELP a_total A.',
    'a_total{code="200",text="say \\"hi\\"\\n"} 3',
    'a_total{code="500",text=""} 1e3 1700000000',
    'a_total_more{code="1"} 9',
    'b 0.5',
    'c 7',
    '',
  ].join('\n');
  expect([...samplesIn(text, ['a_total', 'b', 'missing'])]).toEqual([
    [
      'a_total',
      [
        { labels: { code: '200', text: 'say "hi"\n' }, value: 3 },
        { labels: { code: '500', text: '' }, value: 1_000 },
      ],
    ],
    ['b', [{ labels: {}, value: 0.5 }]],
    ['missing', []],
  ]);
});
