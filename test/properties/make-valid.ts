type MakeValid = (object: any, version: string) => void;

/** What v1 cannot do without, v1beta1 would fill in. */
const webhooks: MakeValid = (object) => {
  for (const webhook of object.webhooks ?? []) {
    webhook.sideEffects ??= 'None';
    if (!webhook.admissionReviewVersions?.length) webhook.admissionReviewVersions = ['v1'];
  }
};

/** The first versions take labels and selector, where there are none, from the template. */
const selecting: MakeValid = (object) => {
  object.metadata.labels ??= { app: 'web' };
  const spec = (object.spec ??= {});
  if (Object.keys(spec.selector ?? {}).length === 0) spec.selector = { matchLabels: { app: 'web' } };
};

/** By kind: changes a random object of the definition into one that could be valid, without what no version may hold. */
export const makeValid: Record<string, MakeValid> = {
  MutatingWebhookConfiguration: webhooks,
  ValidatingWebhookConfiguration: webhooks,
  DaemonSet: selecting,
  Deployment: selecting,
  ReplicaSet: selecting,
  StatefulSet: selecting,
  Ingress(object) {
    const paths = (object.spec?.rules ?? []).flatMap(({ http }: any) => http?.paths ?? []);
    for (const path of paths) path.pathType ??= 'Prefix';
    for (const { backend } of [{ backend: object.spec?.defaultBackend }, ...paths]) {
      if (backend?.service) backend.service.name ||= 'web';
    }
  },
  ResourceSlice(object) {
    // The first versions have no name that is set and empty, which no slice may have.
    if (object.spec?.nodeName === '') delete object.spec.nodeName;
  },
  PodDisruptionBudget(object) {
    // A time that is not set is no time of a disruption.
    const disrupted = object.status?.disruptedPods ?? {};
    for (const name of Object.keys(disrupted)) disrupted[name] ??= '2021-03-04T05:06:07Z';
  },
  CertificateSigningRequest(object) {
    // What v1 cannot do without, v1beta1 would fill in.
    object.spec = { ...object.spec, usages: object.spec?.usages?.length ? object.spec.usages : ['any'] };
    for (const condition of object.status?.conditions ?? []) condition.status ||= 'True';
  },
  CustomResourceDefinition(object, version) {
    const parts = ['schema', 'subresources', 'additionalPrinterColumns'];
    const spec = (object.spec ??= {});
    spec.scope ||= 'Cluster';
    if (spec.versions?.length === 0) delete spec.versions;
    if (spec.conversion) spec.conversion.strategy ??= 'None';
    if (spec.conversion && version === 'v1') {
      spec.conversion.webhook = { ...spec.conversion.webhook, conversionReviewVersions: ['v1'] };
    }
    if (version !== 'v1beta1') return;
    // A part at the top and in versions, or the same in all versions.
    if (spec.versions?.length) spec.version = spec.versions[0].name;
    for (const each of spec.versions ?? []) for (const part of parts) delete each[part];
    if (!spec.versions?.length && !spec.version) {
      delete spec.validation;
      delete spec.subresources;
      delete spec.additionalPrinterColumns;
    }
  },
};
