import { equalValues } from '../../../api/json/json-values.ts';
import type { StoragemigrationV1beta1StorageVersionMigration } from '../../../api/schema/types.gen.ts';
import { type FieldError, FieldPath, invalid, required } from '../../../api/validation/field-errors.ts';
import { dns1035Label, dns1123Subdomain } from '../../../api/validation/names.ts';
import { validateConditions } from '../../shared/condition-validation.ts';
import { invalidEach } from '../../shared/field-checks.ts';
import { validateEnds } from './ends.ts';

type Migration = StoragemigrationV1beta1StorageVersionMigration;

const specPath = FieldPath.of('spec');
const statusPath = FieldPath.of('status');

export function migrationValidation() {
  const validateCreate = ({ spec }: Migration): FieldError[] => {
    const { resource = '', group = '' } = spec.resource;
    const path = specPath.child('resource');
    return [
      ...(resource === ''
        ? [required(path.child('resource'), 'resource is required to be set')]
        : invalidEach(path.child('resource'), resource, dns1035Label(resource))),
      ...(group === '' ? [] : invalidEach(path.child('group'), group, dns1123Subdomain(group))),
    ];
  };
  return {
    validateCreate,
    validateUpdate: (migration: Migration, old: Migration): FieldError[] => [
      ...validateCreate(migration),
      ...(equalValues(migration.spec, old.spec)
        ? []
        : [invalid(specPath, shownSpec(migration), 'field is immutable')]),
    ],
    validateStatus: ({ status }: Migration, old: Migration): FieldError[] => {
      const { conditions = [], resourceVersion = '' } = status;
      const before = old.status.resourceVersion ?? '';
      return [
        ...validateRevision(resourceVersion, before, statusPath.child('resourceVersion')),
        ...validateConditions(conditions, statusPath.child('conditions')),
        ...validateEnds(conditions, old.status.conditions ?? [], statusPath.child('conditions')),
      ];
    },
  };
}

const shownSpec = ({ spec }: Migration): unknown => ({
  Resource: { group: spec.resource.group ?? '', resource: spec.resource.resource ?? '' },
});

/** The revision up to which objects are looked at, which is found out once. */
function validateRevision(revision: string, before: string, path: FieldPath): FieldError[] {
  const isMalformed = revision !== '' && !/^[1-9]\d*$/.test(revision);
  return [
    ...(isMalformed ? [invalid(path, revision, `resource version is not well formed: ${revision}`)] : []),
    ...(before !== '' && revision !== before ? [invalid(path, revision, 'field is immutable')] : []),
  ];
}
