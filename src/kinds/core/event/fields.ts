import type { CoreV1Event } from '../../../api/schema/types.gen.ts';
import type { KindRules } from '../../../registry/kind-rules.ts';

const referenceFields = [
  'kind',
  'namespace',
  'name',
  'uid',
  'apiVersion',
  'resourceVersion',
  'fieldPath',
] as const;

/** Events are looked for by what they are about. */
export const selectableFields: NonNullable<KindRules<CoreV1Event>['selectableFields']> = {
  names: [
    ...referenceFields.map((field) => `involvedObject.${field}`),
    'reason',
    'reportingComponent',
    'source',
    'type',
  ],
  // As the other group that serves events calls them.
  aliases: {
    ...Object.fromEntries(referenceFields.map((field) => [`regarding.${field}`, `involvedObject.${field}`])),
    reportingController: 'reportingComponent',
  },
  of: ({ involvedObject, reason, reportingComponent, source, type }) => ({
    ...Object.fromEntries(
      referenceFields.map((field) => [`involvedObject.${field}`, involvedObject[field] ?? '']),
    ),
    reason: reason ?? '',
    reportingComponent,
    source: source.component || reportingComponent,
    type: type ?? '',
  }),
};
