import { expect, it } from 'vitest';
import { shownVersions } from './shown-versions.ts';

const bare = {
  Name: 'v1',
  Served: true,
  Storage: false,
  Deprecated: false,
  DeprecationWarning: null,
  Schema: null,
  Subresources: null,
  AdditionalPrinterColumns: null,
  SelectableFields: null,
};

it('shows every field of a version, whether it is set or not', () => {
  expect(shownVersions([{ name: 'v1', served: true, storage: false }])).toEqual([bare]);
});

it('shows what is set by the names that it has inside', () => {
  const version = {
    name: 'v1',
    served: true,
    storage: false,
    subresources: { status: {}, scale: { specReplicasPath: '.spec.n', statusReplicasPath: '.status.n' } },
    additionalPrinterColumns: [{ name: 'N', type: 'integer', JSONPath: '.spec.n' }],
    selectableFields: [{ jsonPath: '.spec.n' }],
  };
  expect(shownVersions([version])).toEqual([
    {
      ...bare,
      Subresources: {
        Status: {},
        Scale: { SpecReplicasPath: '.spec.n', StatusReplicasPath: '.status.n', LabelSelectorPath: null },
      },
      AdditionalPrinterColumns: [
        { Name: 'N', Type: 'integer', Format: '', Description: '', Priority: 0, JSONPath: '.spec.n' },
      ],
      SelectableFields: [{ JSONPath: '.spec.n' }],
    },
  ]);
});

it.each([[null], [undefined]])('shows %s as null', (versions) => {
  expect(shownVersions(versions)).toBeNull();
});

it('shows an empty list as one', () => {
  expect(shownVersions([])).toEqual([]);
});
