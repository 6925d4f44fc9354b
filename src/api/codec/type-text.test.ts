import { expect, it } from 'vitest';
import { definitions } from '../../../test/support/unit/protobuf-structs.ts';
import type { Schema } from '../schema/schema.ts';
import { typeText } from './type-text.ts';

const fieldOf = (release: string, struct: string, field: string): Schema =>
  definitions(release).structs.get(struct)!.byName.get(field)!.schema;

it.each([
  ['core.v1.ContainerPort', 'protocol', 'v1.Protocol'],
  ['core.v1.PersistentVolumeClaimSpec', 'accessModes', '[]v1.PersistentVolumeAccessMode'],
  ['core.v1.ResourceRequirements', 'limits', 'v1.ResourceList'],
  [
    'core.v1.PersistentVolumeClaimStatus',
    'allocatedResourceStatuses',
    'map[v1.ResourceName]v1.ClaimResourceStatus',
  ],
  ['core.v1.ObjectReference', 'uid', 'types.UID'],
  ['authorization.v1.SubjectAccessReviewSpec', 'extra', 'map[string]v1.ExtraValue'],
  ['resource.v1beta2.DeviceTaint', 'effect', 'v1beta2.DeviceTaintEffect'],
  ['resource.v1.CapacityRequestPolicy', 'validValues', '[]resource.Quantity'],
  ['resource.v1.CapacityRequirements', 'requests', 'map[v1.QualifiedName]resource.Quantity'],
  ['core.v1.Container', 'image', 'string'],
])('a message about %s.%s calls its type %s', (struct, field, expected) => {
  expect(typeText(fieldOf('1.36', struct, field))).toBe(expected);
});

it('a message about an item of a list calls its type by its name', () => {
  const list = fieldOf('1.36', 'core.v1.PersistentVolumeClaimSpec', 'accessModes');
  expect(list.type === 'list' && typeText(list.element)).toBe('v1.PersistentVolumeAccessMode');
});

it('messages of 1.23 have the plain names', () => {
  expect(typeText(fieldOf('1.23', 'core.v1.ContainerPort', 'protocol'))).toBe('string');
  expect(typeText(fieldOf('1.23', 'core.v1.ResourceRequirements', 'limits'))).toBe('map[string]quantity');
});
