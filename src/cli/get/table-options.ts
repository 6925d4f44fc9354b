import type { ServedResource } from '../shared/discovery/served-api.ts';
import type { TableOptions } from '../shared/output/table-printer.ts';
import type { GetRequest } from './get-request.ts';

/** Options of the Tables of a type. `withKind`: because types are mixed. */
export function tableOptions(
  { context, format, allNamespaces }: GetRequest,
  type: ServedResource,
  withKind: boolean,
): TableOptions {
  const { flags } = context;
  return {
    wide: format.form === 'wide',
    noHeaders: flags.boolean('no-headers'),
    withNamespace: allNamespaces && type.namespaced,
    withKind: flags.boolean('show-kind') || withKind,
    showLabels: flags.boolean('show-labels'),
    labelColumns: flags.list('label-columns'),
  };
}
