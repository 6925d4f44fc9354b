import { readFileSync } from 'node:fs';
import { DecodeError } from '../../../api/codec/decode-error.ts';
import { type ConfigFields, readServerConfig } from '../../../api/codec/server-config.ts';
import type { FeatureGates } from '../../../api/gates/feature-gates.ts';
import type { Dialect } from '../../../api/meta/dialect.ts';
import { fieldErrorsText } from '../../../api/validation/field-errors.ts';
import { Fields, ShapeError } from '../../../client/fields.ts';
import { fileErrorText } from '../../../util/file-error-text.ts';
import { FlagError } from '../../../util/flags.ts';
import { StartError } from '../../start-error.ts';
import { type EgressSelection, validateEgress } from './validate-egress.ts';

const flag = 'egress-selector-config-file';
const tls: ConfigFields = { caBundle: 'value', clientKey: 'value', clientCert: 'value' };
const fields: ConfigFields = {
  egressSelections: {
    name: 'value',
    connection: {
      proxyProtocol: 'value',
      transport: { tcp: { url: 'value', tlsConfig: tls }, uds: { udsName: 'value' } },
    },
  },
};

interface EgressContext {
  readonly dialect: Dialect;
  readonly gates: Pick<FeatureGates, 'isIn'>;
}

/** Every connection leaves the server directly: a file that asks for anything else is refused. Throws StartError and FlagError. */
export function checkEgress(path: string | undefined, context: EgressContext): void {
  if (path === undefined || path === '') return;
  const selections = read(path, context);
  const errors = validateEgress(selections);
  if (errors.length > 0)
    throw new StartError(`failed to validate egress selector configuration: ${fieldErrorsText(errors)}`);
  const other = selections.find(({ protocol }) => protocol !== 'Direct');
  if (other === undefined) return;
  const reason = `proxyProtocol ${other.protocol} is not served: connections leave directly, so use Direct`;
  throw new FlagError(flag, `${path}: ${other.name}: ${reason}`);
}

function read(path: string, { dialect, gates }: EgressContext): EgressSelection[] {
  const group = `apiserver.${dialect.api}`;
  const kind = {
    kind: 'EgressSelectorConfiguration',
    apiVersions: ['v1beta1', 'v1alpha1'].map((version) => `${group}/${version}`),
    fields,
  };
  try {
    const content = readServerConfig(readFileSync(path, 'utf8'), kind, gates.isIn('1.32'));
    return new Fields(content, '').objects('egressSelections').map(selectionOf);
  } catch (error) {
    const reason =
      error instanceof DecodeError || error instanceof ShapeError
        ? error.message
        : `unable to read egress selector configuration from ${JSON.stringify(path)} [${fileErrorText(error as Error)}]`;
    throw new StartError(`failed to read egress selector config: ${reason}`, { cause: error });
  }
}

function selectionOf(selection: Fields): EgressSelection {
  const connection = selection.object('connection');
  const transport = connection?.object('transport');
  const tcp = transport?.object('tcp');
  return {
    name: selection.text('name') ?? '',
    protocol: connection?.text('proxyProtocol') ?? '',
    transport: transport && {
      tcp: tcp && { url: tcp.text('url') ?? '', tlsConfig: tlsOf(tcp.object('tlsConfig')) },
      uds: transport.object('uds')?.text('udsName') ?? (transport.has('uds') ? '' : undefined),
    },
  };
}

const tlsOf = (config: Fields | undefined): Readonly<Record<string, string>> | undefined =>
  config && {
    CABundle: config.text('caBundle') ?? '',
    ClientKey: config.text('clientKey') ?? '',
    ClientCert: config.text('clientCert') ?? '',
  };
