import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { auditRules } from '../../../src/access/audit/audit-rules.ts';
import { Policy } from '../../../src/access/audit/policy.ts';
import { readPolicy } from '../../../src/access/audit/policy-file.ts';
import { readAdmissionConfiguration } from '../../../src/admission/configuration.ts';
import { FeatureGates } from '../../../src/api/gates/feature-gates.ts';
import { Kubeconfig } from '../../../src/client/kubeconfig.ts';
import type { Target } from '../engine/target.ts';
import { dialect } from './samples.ts';

const yamlWords = [
  ': ',
  '- ',
  '\n',
  '\n  ',
  '{',
  '}',
  '[',
  ']',
  '&a ',
  '*a',
  '<<: ',
  '"',
  "'",
  '|\n',
  '!!binary ',
  'null',
];

/** A reader of files, which gets one with the input in it. */
class InputFile {
  readonly #directory = mkdtempSync(join(tmpdir(), 'fuzz-'));
  readonly path = join(this.#directory, 'input.yaml');

  write(text: string): string {
    writeFileSync(this.path, text);
    return this.path;
  }

  remove = async (): Promise<void> => rmSync(this.#directory, { recursive: true, force: true });
}

/** What operators write: errors are texts for them, whatever is in the file. */
function fileTarget(name: string, seeds: readonly string[], read: (path: string) => unknown): Target {
  let file: InputFile | undefined;
  return {
    name,
    seeds: () => seeds,
    dictionary: yamlWords,
    refusals: [Error],
    maxBytes: 64 * 1024,
    // Operators write them, not clients: the pace is that of the library.
    maxMilliseconds: 1_000,
    run(text: string) {
      file ??= new InputFile();
      return read(file.write(text));
    },
    close: async () => {
      await file?.remove();
      file = undefined;
    },
  };
}

const kubeconfig = `apiVersion: v1
kind: Config
current-context: a
clusters:
- name: c
  cluster: {server: "https://127.0.0.1:6443", insecure-skip-tls-verify: true, tls-server-name: x}
users:
- name: u
  user: {token: t, client-certificate-data: ""}
- name: v
  user: {username: a, password: b, as: c}
contexts:
- {name: a, context: {cluster: c, user: u, namespace: n}}
`;

const policy = `apiVersion: audit.k8s.io/v1
kind: Policy
omitStages: [RequestReceived]
rules:
- level: Metadata
  users: [jane]
  resources:
  - {group: "", resources: [pods, "pods/*"], resourceNames: [a]}
- level: None
  nonResourceURLs: ["/healthz*"]
  omitManagedFields: true
`;

const admission = `apiVersion: apiserver.config.k8s.io/v1
kind: AdmissionConfiguration
plugins:
- name: PodSecurity
  configuration: {apiVersion: pod-security.admission.config.k8s.io/v1, kind: PodSecurityConfiguration, defaults: {enforce: baseline}}
- name: ImagePolicyWebhook
  configuration: {imagePolicy: {allowTTL: 50}}
`;

const rules = auditRules(new FeatureGates('1.36'));

export const files: readonly Target[] = [
  fileTarget('kubeconfig', [kubeconfig, JSON.stringify({ contexts: [{ name: 'a' }], users: [] })], (path) => {
    const config = Kubeconfig.read(path, { now: () => 0 });
    config.user('u');
    config.currentUser();
    config.current();
  }),
  fileTarget('audit-policy', [policy], async (path) => {
    new Policy(await readPolicy(path, 'audit.k8s.io', () => {}, rules));
  }),
  fileTarget('admission-configuration', [admission], (path) => readAdmissionConfiguration(path, dialect)),
];
