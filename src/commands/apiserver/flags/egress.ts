import { readFileSync } from 'node:fs';
import { parseUniqueYaml } from '../../../api/codec/yaml.ts';
import { isMap } from '../../../api/json/json-values.ts';
import { FlagError } from '../../../util/flags.ts';

const flag = 'egress-selector-config-file';
const names = ['controlplane', 'master', 'etcd', 'cluster'];

interface Selection {
  name?: unknown;
  connection?: { proxyProtocol?: unknown };
}

type EgressConfiguration = { kind?: unknown; egressSelections?: unknown[] } | undefined;

/** Every connection leaves the server directly: a file that asks for anything else is refused. Throws FlagError. */
export function checkEgress(path: string | undefined): void {
  if (path === undefined || path === '') return;
  const content = read(path);
  if (content?.kind !== 'EgressSelectorConfiguration' || !Array.isArray(content.egressSelections)) {
    throw refusal(path, 'must be an EgressSelectorConfiguration with egressSelections');
  }
  for (const selection of content.egressSelections) {
    if (!isMap(selection)) throw refusal(path, 'egressSelections must be a list of selections');
    const { name, connection } = selection as Selection;
    if (!names.includes(String(name))) throw refusal(path, `unknown egress selection ${name}`);
    const protocol = connection?.proxyProtocol;
    if (protocol === 'Direct') continue;
    throw refusal(
      path,
      `${name}: proxyProtocol ${protocol} is not served: connections leave directly, so use Direct`,
    );
  }
}

function read(path: string): EgressConfiguration {
  try {
    return parseUniqueYaml(readFileSync(path, 'utf8')) as EgressConfiguration;
  } catch (error) {
    const [line] = (error as Error).message.split('\n');
    throw refusal(path, String(line));
  }
}

const refusal = (path: string, reason: string): FlagError => new FlagError(flag, `${path}: ${reason}`);
