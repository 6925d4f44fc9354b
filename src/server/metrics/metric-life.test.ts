import { describe, expect, it } from 'vitest';
import { helpOf, isShown, noticeOf, stateOfMetric } from './metric-life.ts';

const name = 'etcd_object_counts';

describe('the life of a metric that was deprecated in 1.22', () => {
  it.each([
    ['1.19', 'shown'],
    ['1.21', 'shown'],
    ['1.22', 'deprecated'],
    ['1.24', 'deprecated'],
    ['1.25', 'hidden'],
    ['1.26', 'gone'],
  ])('in %s it is %s', (release, state) => {
    expect(stateOfMetric(name, release)).toBe(state);
  });

  it.each([
    ['1.23', 'shown'],
    ['1.24', 'gone'],
  ])('one that was dropped at once in 1.24: in %s it is %s', (release, state) => {
    expect(stateOfMetric('apiserver_dropped_requests_total', release)).toBe(state);
  });

  it.each([
    ['1.24', false, [], true],
    ['1.24', false, [name], false],
    ['1.25', false, [], false],
    ['1.25', true, [], true],
    ['1.25', true, [name], false],
    ['1.26', true, [], false],
  ])('in %s, hidden ones shown: %s, disabled: %j: %s', (release, showsHidden, disabled, shown) => {
    expect(isShown(name, { release, showsHidden, disabled })).toBe(shown);
  });

  it('the operator hears of it as long as it is shown with a note', () => {
    expect(noticeOf(name, '1.21')).toBeUndefined();
    expect(noticeOf(name, '1.23')).toBe('etcd_object_counts (since 1.22, hidden from 1.25 on)');
    expect(noticeOf('apiserver_storage_objects', '1.23')).toBeUndefined();
  });

  it('its help says so', () => {
    expect(helpOf(name, 'Objects stored.', '1.21')).toBe('Objects stored.');
    expect(helpOf(name, 'Objects stored.', '1.23')).toBe('(Deprecated since 1.22.0) Objects stored.');
  });
});
