import { GoText } from '../../api/go-format/go-syntax.ts';
import type {
  CoreV1PersistentVolumeClaimSpec,
  CoreV1TypedObjectReference,
} from '../../api/schema/types.gen.ts';
import { type FieldError, type FieldPath, invalid } from '../../api/validation/field-errors.ts';
import { goQuote } from '../../util/quote.ts';
import { requireText, validateLabelFormat, validateSubdomainFormat } from './field-checks.ts';

export interface DataSourceOptions {
  /** Whether the group of a source has to be a DNS subdomain. */
  checksGroup?: boolean;
  /** Whether messages say which kind the default group has. */
  namesDefaultGroup?: boolean;
}

/** Validates the sources that a volume is filled from: two fields for the same, of which the second can name another namespace. */
export function validateDataSources(
  { dataSource, dataSourceRef }: CoreV1PersistentVolumeClaimSpec,
  path: FieldPath,
  options: DataSourceOptions,
): FieldError[] {
  const sourcePath = path.child('dataSource');
  const referencePath = path.child('dataSourceRef');
  const problem = dataSource && dataSourceRef && problemOf(dataSource, dataSourceRef);
  return [
    ...(dataSource === undefined ? [] : validateSource(dataSource, sourcePath, options)),
    ...(dataSourceRef === undefined ? [] : validateSource(dataSourceRef, referencePath, options)),
    ...(dataSourceRef?.namespace
      ? validateLabelFormat(dataSourceRef.namespace, referencePath.child('namespace'))
      : []),
    ...(problem === undefined
      ? []
      : [invalid(path, new GoText(goQuote(sourcePath.toString()), '{}'), problem)]),
  ];
}

type Source = Omit<CoreV1TypedObjectReference, 'namespace'>;

function problemOf(source: Source, reference: CoreV1TypedObjectReference): string | undefined {
  if (reference.namespace) return 'may not be specified when dataSourceRef.namespace is specified';
  const isSame =
    source.apiGroup === reference.apiGroup &&
    source.kind === reference.kind &&
    source.name === reference.name;
  return isSame ? undefined : 'must match dataSourceRef';
}

function validateSource(
  { name, kind, apiGroup }: Source,
  path: FieldPath,
  { checksGroup = false, namesDefaultGroup = false }: DataSourceOptions,
): FieldError[] {
  const text = namesDefaultGroup
    ? "must be 'PersistentVolumeClaim' when referencing the default apiGroup"
    : '';
  return [
    ...requireText(name, path, 'name'),
    ...requireText(kind, path, 'kind'),
    // An empty apiGroup is the core group, in which only claims can be a data source.
    ...(!apiGroup && kind !== 'PersistentVolumeClaim' ? [invalid(path, kind, text)] : []),
    ...(apiGroup && checksGroup ? validateSubdomainFormat(apiGroup, path.child('apiGroup')) : []),
  ];
}
