import type { CoreV1Container, CoreV1PodSpec, CoreV1Volume } from '../../../api/schema/types.gen.ts';
import { generatedName, type Random } from '../../../util/random.ts';
import type { PluginDependencies } from '../../descriptor.ts';

/** A little more than an hour: clients that get one anew each hour are never late. */
const lifetime = 3607;

/** The volume with what a pod needs to talk to the API: a token, the authority of the server, its namespace. */
export class TokenVolumes {
  readonly #namePrefix: string;
  readonly #authorities: string;
  readonly #path: string;
  readonly #random: Random;

  constructor({ dialect, random }: Pick<PluginDependencies, 'dialect' | 'random'>) {
    this.#namePrefix = `${dialect.prefix}-api-access-`;
    this.#authorities = `${dialect.prefix}-root-ca.crt`;
    this.#path = `/var/run/secrets/${dialect.label}/serviceaccount`;
    this.#random = random;
  }

  /** Into all containers that have nothing there yet. */
  mount(spec: CoreV1PodSpec): void {
    const present = (spec.volumes ?? []).find(({ name }) => name.startsWith(this.#namePrefix));
    const name = present?.name ?? generatedName(this.#namePrefix, this.#random);
    const before = this.#mountInto(spec.initContainers, name);
    const ordinary = this.#mountInto(spec.containers, name);
    if ((before || ordinary) && present === undefined)
      spec.volumes = [...(spec.volumes ?? []), this.#volume(name)];
  }

  #mountInto(containers: CoreV1Container[] | null | undefined, name: string): boolean {
    let isUsed = false;
    for (const container of containers ?? []) {
      const mounts = container.volumeMounts ?? [];
      if (mounts.some(({ mountPath }) => mountPath === this.#path)) continue;
      container.volumeMounts = [...mounts, { name, readOnly: true, mountPath: this.#path }];
      isUsed = true;
    }
    return isUsed;
  }

  #volume(name: string): CoreV1Volume {
    const authorities = { name: this.#authorities, items: [{ key: 'ca.crt', path: 'ca.crt' }] };
    const fieldRef = { apiVersion: 'v1', fieldPath: 'metadata.namespace' };
    return {
      name,
      projected: {
        defaultMode: 0o644,
        sources: [
          { serviceAccountToken: { path: 'token', expirationSeconds: lifetime } },
          { configMap: authorities },
          { downwardAPI: { items: [{ path: 'namespace', fieldRef }] } },
        ],
      },
    };
  }
}
