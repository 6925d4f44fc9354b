import { FieldPath, invalid } from '../api/validation/field-errors.ts';
import { invalidObject } from '../api/validation/invalid-object.ts';
import type { NamedPlugin } from './chain.ts';

const reserved: readonly string[] = [
  'validatingadmissionpolicies',
  'validatingadmissionpolicybindings',
  'mutatingadmissionpolicies',
  'mutatingadmissionpolicybindings',
  'validatingwebhookconfigurations',
  'mutatingwebhookconfigurations',
];

/** Refuses new policies and webhooks whose names are those of what stands in files. `api`: domain of the API's groups. */
export function reservedNames(api: string): NamedPlugin {
  const group = `admissionregistration.${api}`;
  const suffix = `.static.${api}`;
  const text = `names ending with "${suffix}" are reserved for static manifest-based configurations and cannot be managed via the API`;
  return {
    name: 'ReservedNames',
    plugin: {
      handles: (target) =>
        target.operation === 'CREATE' && target.group === group && reserved.includes(target.resource),
      validate({ object, kind }) {
        const name = object?.metadata.name ?? '';
        if (!name.endsWith(suffix)) return;
        throw invalidObject({ group, kind: kind.kind }, name, [
          invalid(FieldPath.of('metadata', 'name'), name, text),
        ]);
      },
    },
  };
}
