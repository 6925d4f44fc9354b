import type { Lister } from '../../../../api/meta/lister.ts';
import type {
  CoreV1PersistentVolume,
  CoreV1PersistentVolumeSpec,
  CoreV1SecretReference,
} from '../../../../api/schema/types.gen.ts';

/** Place of an object: `<namespace>/<name>`. */
interface Reference {
  readonly namespace: string;
  readonly name: string;
}

interface VolumeUse {
  readonly claim: Reference;
  readonly secrets: readonly string[];
}

/** Which persistent volumes a node can only mount with a secret. Reads nothing before the first request. */
export class VolumeSecrets {
  readonly #volumes: Lister<CoreV1PersistentVolume>;
  readonly #observation: Disposable;
  readonly #uses = new Map<string, VolumeUse>();
  /** Names of volumes by the secret that they need. */
  readonly #bySecret = new Map<string, Set<string>>();
  /** Volumes that changed since they were last read. Before the first request that is all of them. */
  readonly #changed = new Set<string>();
  #asked = false;

  constructor(volumes: Lister<CoreV1PersistentVolume>) {
    this.#volumes = volumes;
    this.#observation = volumes.observe(({ name }) => void (this.#asked && this.#changed.add(name)));
  }

  [Symbol.dispose](): void {
    this.#observation[Symbol.dispose]();
  }

  /** The claims of those volumes that need this secret. */
  *claimsFor(namespace: string, name: string): Generator<Reference> {
    this.#catchUp();
    for (const volume of this.#bySecret.get(`${namespace}/${name}`) ?? [])
      yield this.#uses.get(volume)!.claim;
  }

  #catchUp(): void {
    if (!this.#asked) {
      this.#asked = true;
      for (const volume of this.#volumes.list()) this.#take(volume);
    }
    for (const name of this.#changed) {
      this.#drop(name);
      const volume = this.#volumes.get('', name);
      if (volume !== undefined) this.#take(volume);
    }
    this.#changed.clear();
  }

  #take({ metadata, spec }: CoreV1PersistentVolume): void {
    const { namespace, name } = spec.claimRef ?? {};
    if (namespace === undefined || name === undefined) return;
    // A volume may name one secret for two purposes.
    const secrets = [...new Set(secretsOf(spec, namespace))];
    if (secrets.length === 0) return;
    const volume = metadata.name!;
    this.#uses.set(volume, { claim: { namespace, name }, secrets });
    for (const secret of secrets) {
      const volumes = this.#bySecret.get(secret);
      if (volumes === undefined) this.#bySecret.set(secret, new Set([volume]));
      else volumes.add(volume);
    }
  }

  #drop(volume: string): void {
    for (const secret of this.#uses.get(volume)?.secrets ?? []) {
      const volumes = this.#bySecret.get(secret)!;
      volumes.delete(volume);
      if (volumes.size === 0) this.#bySecret.delete(secret);
    }
    this.#uses.delete(volume);
  }
}

/** References that the node agent reads; the rest is for controllers. */
function* secretsOf(spec: CoreV1PersistentVolumeSpec, claimNamespace: string): Generator<string> {
  const { azureFile, csi, cinder, storageos } = spec;
  if (azureFile?.secretName) yield `${azureFile.secretNamespace || claimNamespace}/${azureFile.secretName}`;
  for (const source of [spec.cephfs, spec.flexVolume, spec.rbd, spec.scaleIO, spec.iscsi])
    yield* referred(source?.secretRef, claimNamespace);
  for (const reference of [
    cinder?.secretRef,
    storageos?.secretRef,
    csi?.nodePublishSecretRef,
    csi?.nodeStageSecretRef,
  ])
    yield* referred(reference, '');
}

/** Volumes that were made long ago name no namespace: it is that of the claim. */
function* referred(
  reference: CoreV1SecretReference | null | undefined,
  otherwise: string,
): Generator<string> {
  if (reference?.name) yield `${reference.namespace || otherwise}/${reference.name}`;
}
