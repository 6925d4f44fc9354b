import { describe, expect, it } from 'vitest';
import { taintsByConditions } from './taints.ts';

const now = '2026-01-01T00:00:00Z';
const taint = (name: string, effect = 'NoSchedule') => ({ key: `node.example/${name}`, effect });
const added = (name: string) => ({ ...taint(name), timeAdded: now });
const mine = { key: 'team', effect: 'NoSchedule', value: 'a' };

function node(conditions: Record<string, string>, taints: object[] = [], unschedulable = false) {
  const list = Object.entries(conditions).map(([type, status]) => ({ type, status }));
  return { metadata: { name: 'n' }, spec: { taints, unschedulable }, status: { conditions: list } };
}

describe('the taints of a node', () => {
  it.each([
    ['are left alone before it says anything', node({}, [taint('not-ready')]), undefined],
    ['are right', node({ Ready: 'True' }, [mine]), undefined],
    ['lose not-ready when it is ready', node({ Ready: 'True' }, [mine, taint('not-ready')]), [mine]],
    ['get not-ready', node({ Ready: 'False' }, [mine]), [mine, added('not-ready')]],
    [
      'get unreachable in its place',
      node({ Ready: 'Unknown' }, [taint('not-ready')]),
      [added('unreachable')],
    ],
    [
      'follow each pressure',
      node({ Ready: 'True', MemoryPressure: 'True', DiskPressure: 'True', PIDPressure: 'True' }),
      [added('memory-pressure'), added('disk-pressure'), added('pid-pressure')],
    ],
    [
      'follow the network',
      node({ Ready: 'True', NetworkUnavailable: 'True' }),
      [added('network-unavailable')],
    ],
    ['follow spec.unschedulable', node({ Ready: 'True' }, [], true), [added('unschedulable')]],
    ['lose unschedulable', node({ Ready: 'True' }, [taint('unschedulable')]), []],
    [
      'of another effect stay',
      node({ Ready: 'True' }, [taint('not-ready', 'NoExecute'), taint('not-ready')]),
      [taint('not-ready', 'NoExecute')],
    ],
  ])('%s', (_, given, wanted) => {
    expect(taintsByConditions(given as never, 'node.example', now)).toEqual(wanted);
  });
});
