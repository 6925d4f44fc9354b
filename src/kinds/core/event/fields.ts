import type { Dialect } from '../../../api/meta/dialect.ts';
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

/** The fields as the other group that serves events calls them; it does not know all. */
const newerNames: Readonly<Record<string, string>> = {
  ...Object.fromEntries(referenceFields.map((field) => [`regarding.${field}`, `involvedObject.${field}`])),
  reason: 'reason',
  reportingController: 'reportingComponent',
  type: 'type',
};

/** Events are looked for by what they are about. */
export const selectableFields = ({ api }: Dialect): KindRules<CoreV1Event>['selectableFields'] => ({
  names: [
    ...referenceFields.map((field) => `involvedObject.${field}`),
    'reason',
    'reportingComponent',
    'source',
    'type',
  ],
  namesIn: { [`events.${api}/v1`]: newerNames, [`events.${api}/v1beta1`]: newerNames },
  of: ({ involvedObject, reason, reportingComponent, source, type }) => ({
    ...Object.fromEntries(
      referenceFields.map((field) => [`involvedObject.${field}`, involvedObject[field] ?? '']),
    ),
    reason: reason ?? '',
    reportingComponent,
    source: source.component || reportingComponent,
    type: type ?? '',
  }),
});
