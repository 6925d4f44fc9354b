import { type ClientConfig, type ClientConfigDependencies, clientConfig } from './client-config.ts';
import { emptyDocument } from './config-document.ts';
import { type InClusterOptions, inClusterConfig } from './in-cluster.ts';
import { loadConfig } from './load-config.ts';
import { resolveConfig } from './resolve-config.ts';

export interface ComponentConfigOptions extends ClientConfigDependencies, InClusterOptions {
  /** Path of a configuration: `--kubeconfig`. */
  path?: string | undefined;
  /** The server's address, which goes before that of the file: `--master`. */
  master?: string | undefined;
}

/** The client of a component that its flags describe: with neither that of the pod in which it runs. Throws a text. */
export function componentConfig(options: ComponentConfigOptions): ClientConfig {
  const { path, master, warn, dialect } = options;
  if (!path && !master) {
    try {
      return inClusterConfig(options);
    } catch (error) {
      warn(`error creating inClusterConfig, falling back to default config: ${(error as Error).message}`);
    }
  }
  const config = path ? loadConfig({ explicit: path }).config : emptyDocument();
  const clusterEntry = master ? { server: master } : {};
  return clientConfig(resolveConfig(config, { clusterEntry }, dialect), options);
}
