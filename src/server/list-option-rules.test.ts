import { describe, expect, it } from 'vitest';
import { FeatureGates } from '../api/gates/feature-gates.ts';
import { fieldErrorText } from '../api/validation/field-errors.ts';
import { listOptionRules, type RelatedOptions } from './list-option-rules.ts';

const none: RelatedOptions = {
  watch: false,
  resourceVersion: '',
  match: undefined,
  continueToken: '',
  sendInitialEvents: undefined,
};

const errorsIn = (release: string, options: Partial<RelatedOptions>): string[] =>
  listOptionRules(new FeatureGates(release))
    .errorsOf({ ...none, ...options })
    .map(fieldErrorText);

const match = 'resourceVersionMatch: ';
const noVersion = `${match}Forbidden: resourceVersionMatch is forbidden unless resourceVersion is provided`;
const withContinue = `${match}Forbidden: resourceVersionMatch is forbidden when continue is provided`;
const onList = 'sendInitialEvents: Forbidden: sendInitialEvents is forbidden for list';
const needsMatch = `${match}Forbidden: sendInitialEvents requires setting resourceVersionMatch to NotOlderThan`;
const needsInitial = `${match}Forbidden: resourceVersionMatch is forbidden for watch unless sendInitialEvents is provided`;
const onlyNewer = `${match}Unsupported value: "Exact": supported values: "NotOlderThan"`;
const gateOff =
  'sendInitialEvents: Forbidden: sendInitialEvents is forbidden for watch unless the WatchList feature gate is enabled';

describe('options of a list', () => {
  it.each<[string, Partial<RelatedOptions>, string[]]>([
    ['1.36', { match: 'NotOlderThan' }, [noVersion]],
    ['1.36', { match: 'Exact', sendInitialEvents: true }, [noVersion, onList]],
    ['1.26', { match: 'Exact', sendInitialEvents: true }, [onList, noVersion]],
    ['1.36', { match: 'Exact', resourceVersion: '5', continueToken: 'x' }, [withContinue]],
    [
      '1.36',
      { match: 'Exact', resourceVersion: '0' },
      [`${match}Forbidden: resourceVersionMatch "exact" is forbidden for resourceVersion "0"`],
    ],
    [
      '1.36',
      { match: 'Other', resourceVersion: '5' },
      [`${match}Unsupported value: "Other": supported values: "Exact", "NotOlderThan", ""`],
    ],
    ['1.36', { sendInitialEvents: false }, [onList]],
    ['1.36', { match: 'NotOlderThan', resourceVersion: '5' }, []],
  ])('%s: %j', (release, options, errors) => {
    expect(errorsIn(release, options)).toEqual(errors);
  });
});

describe('options of a watch', () => {
  it.each<[string, Partial<RelatedOptions>, string[]]>([
    ['1.36', { sendInitialEvents: true }, [needsMatch]],
    ['1.36', { sendInitialEvents: true, match: 'NotOlderThan' }, []],
    ['1.36', { sendInitialEvents: false, match: 'Exact' }, [needsMatch, onlyNewer]],
    ['1.33', { sendInitialEvents: true, match: 'NotOlderThan' }, [gateOff]],
    ['1.27', { sendInitialEvents: true }, [needsMatch, gateOff]],
    ['1.36', { match: 'NotOlderThan', resourceVersion: '5' }, [needsInitial]],
    ['1.36', { match: 'Exact', resourceVersion: '5' }, [needsInitial, onlyNewer]],
    ['1.36', { match: 'NotOlderThan', sendInitialEvents: true, continueToken: 'x' }, [withContinue]],
    ['1.26', { sendInitialEvents: true, match: 'NotOlderThan' }, []],
    [
      '1.26',
      { match: 'NotOlderThan' },
      [`${match}Forbidden: resourceVersionMatch is forbidden for watch`, noVersion],
    ],
  ])('%s: %j', (release, options, errors) => {
    expect(errorsIn(release, { ...options, watch: true })).toEqual(errors);
  });
});

describe('a watch from the start', () => {
  it.each([
    ['1.26', false],
    ['1.32', true],
    ['1.33', false],
    ['1.34', true],
  ])('%s: is streamed: %s', (release, streams) => {
    expect(listOptionRules(new FeatureGates(release)).streamsByDefault).toBe(streams);
  });
});
