import { expect, it } from 'vitest';
import { parseFlags } from '../flags.ts';

const parsed = (...texts: string[]) =>
  parseFlags(texts.map((text) => `--emulated-version=${text}`)).emulatedVersion;

it.each([
  [['1.19'], '1.19'],
  [['1.36'], '1.36'],
  [['kube=1.30'], '1.30'],
  [['1.34', 'kube=1.34'], '1.34'],
])('--emulated-version of %j is %s', (texts, release) => {
  expect(parsed(...texts)).toBe(release);
});

it.each<[flags: string[], minCompatibility: string]>([
  [[], '1.35'],
  [['--emulated-version=1.23'], '1.22'],
  [['--emulated-version=1.36'], '1.35'],
  [['--emulated-version=1.36', '--min-compatibility-version=1.33'], '1.33'],
  [['--emulated-version=1.36', '--min-compatibility-version=kube=1.36'], '1.36'],
  [['--emulated-version=1.19', '--min-compatibility-version=1.18'], '1.18'],
])('with %j other servers are of %s or newer', (flags, expected) => {
  expect(parseFlags(flags).minCompatibility).toBe(expected);
});

it.each([
  [
    ['--emulated-version=1.23', '--min-compatibility-version=1.24'],
    'minCompatibilityVersion version 1.24 is not between [1.18, 1.23]',
  ],
  [['--min-compatibility-version=1.17'], 'minCompatibilityVersion version 1.17 is not between [1.18, 1.36]'],
  [
    ['--emulation-forward-compatible=true'],
    'ServerRunOptions.EmulationForwardCompatible cannot be set to true if the emulation version is the same as the binary version',
  ],
  [
    ['--emulated-version=1.32', '--runtime-config-emulation-forward-compatible=true'],
    'unknown flag: --runtime-config-emulation-forward-compatible (it came with 1.33, and the release is 1.32)',
  ],
  [['--min-compatibility-version=new'], 'could not parse "new" as version'],
  [['--runtime-config=api/all=1'], 'invalid value api/all=1'],
  [
    ['--runtime-config=apps/v1=maybe'],
    'invalid value of apps/v1: maybe, err: strconv.ParseBool: parsing "maybe": invalid syntax',
  ],
  [
    ['--runtime-config=api/all=false'],
    '[--runtime-config=api/all=false conflicts with --enable-priority-and-fairness=true, invalid runtime-config with only api/all=false]',
  ],
  [
    ['--runtime-config=api/all=false', '--enable-priority-and-fairness=false'],
    'invalid runtime-config with only api/all=false',
  ],
])('%j is refused', (flags, message) => {
  expect(() => parseFlags(flags)).toThrow(message);
});

it.each([
  [['1.18'], 'emulation version 1.18 is not between [1.19, 1.36.0]'],
  [['1.37'], 'emulation version 1.37 is not between [1.19, 1.36.0]'],
  [['kube=1.35.2'], 'patch version not allowed, got: kube=1.35.2'],
  [['1.36.2'], 'patch version not allowed, got: kube=1.36.2'],
  [['latest'], 'could not parse "latest" as version'],
  [['kube=1.34,kube=1.35'], 'duplicate version flag, kube=1.34 and kube=1.35'],
  [['other=1.35'], 'component not registered: other'],
  [['1.34', '1.35'], 'duplicate version flag, kube=1.34 and kube=1.35'],
])('--emulated-version of %j is refused', (texts, message) => {
  expect(() => parsed(...texts)).toThrow(message);
});
