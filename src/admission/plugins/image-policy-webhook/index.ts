import { fillPlaceholders } from '../../../api/meta/dialect.ts';
import { CallError } from '../../../client/call-error.ts';
import type { PluginDependencies, PluginDescriptor } from '../../descriptor.ts';
import type { AdmissionAttributes, AdmissionPlugin } from '../../plugin.ts';
import { podOf } from '../shared/objects.ts';
import { forbidden } from '../shared/refusals.ts';
import { handling } from '../shared/targets.ts';
import { ImagePolicyBackend, type ImageReviewSpec, type ImageVerdict } from './backend.ts';
import { readSettings } from './configuration.ts';

/** A webhook decides which images may run. */
export const imagePolicyWebhook: PluginDescriptor = {
  name: 'ImagePolicyWebhook',
  onByDefault: false,
  flags: [],
  create: async (dependencies) => new ImagePolicy(dependencies),
};

class ImagePolicy implements AdmissionPlugin {
  readonly #backend: ImagePolicyBackend;
  readonly #defaultAllow: boolean;
  readonly #domain: string;
  readonly #report: (message: string) => void;
  readonly handles = handling('', 'pods', ['CREATE', 'UPDATE'], ['', 'ephemeralcontainers']);

  constructor(dependencies: PluginDependencies) {
    const settings = readSettings(dependencies.configuration);
    this.#backend = new ImagePolicyBackend(settings, dependencies);
    this.#defaultAllow = settings.defaultAllow;
    this.#domain = fillPlaceholders(dependencies.dialect, 'image-policy.{api}');
    this.#report = dependencies.report;
  }

  async validate(attributes: AdmissionAttributes): Promise<void> {
    const verdict = await this.#verdict(attributes);
    if (verdict === undefined) return;
    const { allowed, reason, auditAnnotations } = verdict;
    for (const [name, value] of Object.entries(auditAnnotations)) this.#annotate(attributes, name, value);
    if (allowed) return;
    const why =
      reason === ''
        ? 'one or more images rejected by webhook backend'
        : `image policy webhook backend denied one or more images: ${reason}`;
    throw forbidden(attributes, why);
  }

  /** Undefined when the backend does not answer and `defaultAllow` is set. */
  async #verdict(attributes: AdmissionAttributes): Promise<ImageVerdict | undefined> {
    try {
      return await this.#backend.verdict(this.#spec(attributes), attributes.deadline);
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      this.#report(`image policy: ${error.message}`);
      const status = error.code === 'status' ? error.status : undefined;
      if (!this.#defaultAllow) {
        const why = status === undefined ? error.message : `Error contacting webhook: ${status}`;
        throw forbidden(attributes, why);
      }
      this.#annotate(attributes, 'failed-open', 'true');
      const { metadata } = attributes.object!;
      metadata.annotations = { ...metadata.annotations, [`alpha.${this.#domain}/failed-open`]: 'true' };
      return undefined;
    }
  }

  /** Containers that are added to a running pod are asked about by themselves: the others run already. */
  #spec(attributes: AdmissionAttributes): ImageReviewSpec {
    const { spec, metadata } = podOf(attributes);
    const { containers, initContainers, ephemeralContainers } = spec;
    const asked =
      attributes.subresource === ''
        ? [...(containers ?? []), ...(initContainers ?? [])]
        : (ephemeralContainers ?? []);
    const wanted = `.${this.#domain}/`;
    const annotations = Object.entries(metadata.annotations ?? {}).filter(([key]) => key.includes(wanted));
    return {
      containers: asked.map(({ image = '' }) => ({ image })),
      ...(annotations.length > 0 ? { annotations: Object.fromEntries(annotations) } : {}),
      namespace: attributes.namespace,
    };
  }

  #annotate(attributes: AdmissionAttributes, name: string, value: string): void {
    attributes.annotate(`imagepolicywebhook.${this.#domain}/${name}`, value);
  }
}
