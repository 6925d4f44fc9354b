import type { BetaSpec, BetaVersion } from './types.ts';

type Subresources = NonNullable<BetaSpec['subresources']>;
type Column = NonNullable<BetaSpec['additionalPrinterColumns']>[number];

/** Versions as messages show them: every field, by the names that they have inside. Null where none are given. */
export const shownVersions = (versions: readonly BetaVersion[] | null | undefined): object[] | null =>
  versions?.map(shownVersion) ?? null;

const shownVersion = (version: BetaVersion): object => ({
  Name: version.name,
  Served: version.served,
  Storage: version.storage,
  Deprecated: version.deprecated ?? false,
  DeprecationWarning: version.deprecationWarning ?? null,
  Schema: version.schema === undefined ? null : { OpenAPIV3Schema: version.schema.openAPIV3Schema ?? null },
  Subresources: shownSubresources(version.subresources),
  AdditionalPrinterColumns: version.additionalPrinterColumns?.map(shownColumn) ?? null,
  SelectableFields: version.selectableFields?.map(({ jsonPath }) => ({ JSONPath: jsonPath })) ?? null,
});

const shownSubresources = (subresources: Subresources | undefined): object | null =>
  subresources === undefined
    ? null
    : {
        Status: subresources.status ?? null,
        Scale:
          subresources.scale === undefined
            ? null
            : {
                SpecReplicasPath: subresources.scale.specReplicasPath,
                StatusReplicasPath: subresources.scale.statusReplicasPath,
                LabelSelectorPath: subresources.scale.labelSelectorPath ?? null,
              },
      };

const shownColumn = ({
  name,
  type,
  format = '',
  description = '',
  priority = 0,
  JSONPath,
}: Column): object => ({
  Name: name,
  Type: type,
  Format: format,
  Description: description,
  Priority: priority,
  JSONPath,
});
