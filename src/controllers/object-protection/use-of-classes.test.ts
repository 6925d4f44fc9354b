import { expect, it } from 'vitest';
import { classesOfClaim, classesOfVolume } from './use-of-classes.ts';

it.each([
  ['none', {}, []],
  ['the one it asks for', { spec: { volumeAttributesClassName: 'gold' } }, ['gold']],
  ['an empty name, which is none', { spec: { volumeAttributesClassName: '' } }, []],
  [
    'the one it has and the one it is being changed to',
    {
      spec: { volumeAttributesClassName: 'gold' },
      status: {
        currentVolumeAttributesClassName: 'silver',
        modifyVolumeStatus: { targetVolumeAttributesClassName: 'bronze', status: 'Pending' },
      },
    },
    ['gold', 'silver', 'bronze'],
  ],
])('a claim uses %s', (_, claim, expected) => {
  expect(classesOfClaim(claim as never)).toEqual(expected);
});

it.each([
  ['none', {}, []],
  ['the one it was made with', { spec: { volumeAttributesClassName: 'gold' } }, ['gold']],
])('a volume uses %s', (_, volume, expected) => {
  expect(classesOfVolume(volume as never)).toEqual(expected);
});
