import type { ControllerDescriptor } from '../controller.ts';
import { createClaimProtection } from './claims.ts';
import { createClassProtection } from './classes.ts';
import { createGroupProtection } from './pod-groups.ts';
import { createVolumeProtection } from './volumes.ts';

export const claimProtectionController: ControllerDescriptor = {
  name: 'pvc-protection',
  account: 'pvc-protection-controller',
  flags: [],
  create: async (dependencies) => createClaimProtection(dependencies),
};

export const volumeProtectionController: ControllerDescriptor = {
  name: 'pv-protection',
  account: 'pv-protection-controller',
  flags: [],
  create: async (dependencies) => createVolumeProtection(dependencies),
};

export const classProtectionController: ControllerDescriptor = {
  name: 'volumeattributesclass-protection-controller',
  account: 'volumeattributesclass-protection-controller',
  gate: 'VolumeAttributesClass',
  flags: [],
  create: async (dependencies) => createClassProtection(dependencies),
};

export const groupProtectionController: ControllerDescriptor = {
  name: 'podgroup-protection-controller',
  account: 'podgroup-protection-controller',
  gate: 'GenericWorkload',
  flags: [],
  create: async (dependencies) =>
    dependencies.gates.isIn('1.36') ? createGroupProtection(dependencies) : undefined,
};
