import { expect, it } from 'vitest';
import { GateLife } from './gate-life.ts';

const life = '26 alpha, 27 beta, 29 beta off, 30 ga, 33 gone';
it.each([
  [life, 25, undefined, false],
  [life, 26, 'alpha', false],
  [life, 27, 'beta', true],
  [life, 29, 'beta', false],
  [life, 30, 'ga locked', true],
  [life, 32, 'ga locked', true],
  [life, 33, undefined, true],
  ['24 alpha on', 24, 'alpha', true],
  ['24 deprecated', 25, 'deprecated', false],
  ['24 deprecated on locked', 25, 'deprecated locked', true],
  ['24 ga unlocked', 25, 'ga', true],
  ['24 alpha, 28 gone', 30, undefined, false],
])('%s: in 1.%s it is %s, and on: %s', (text, minor, state, isOn) => {
  const gate = new GateLife(text);
  const found = gate.stateIn(minor);
  expect(found && `${found.stage}${found.isLocked ? ' locked' : ''}`).toBe(state);
  expect(gate.isOnIn(minor)).toBe(isOn);
  if (found !== undefined) expect(found.isOnByDefault).toBe(isOn);
});

it.each([
  [25, true],
  [26, false],
  [33, false],
])('%s: it comes later than 1.%s: %s', (minor, later) => {
  expect(new GateLife(life).isLaterThan(minor)).toBe(later);
});
