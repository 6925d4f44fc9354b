import type { JsonMap } from '../../../api/json/json-values.ts';
import { type Dialect, fillPlaceholders } from '../../../api/meta/dialect.ts';
import { CliError } from '../../shared/errors/cli-error.ts';
import { type NewObject, newObject } from './named-object.ts';

export interface DeploymentOptions {
  name: string;
  images: readonly string[];
  command: readonly string[];
  replicas: number;
  /** Port of the first container. */
  port?: number | undefined;
  /** For names of containers that the name of the image does not make unique. */
  randomSuffix: () => string;
}

/** Its pods carry the label `app`. Throws CliError. */
export function deployment({
  name,
  images,
  command,
  replicas,
  port,
  randomSuffix,
}: DeploymentOptions): NewObject {
  if (images.length === 0) throw new CliError('required flag(s) "image" not set');
  if (images.length > 1 && command.length > 0) {
    throw new CliError('cannot specify multiple --image options and command');
  }
  const containers = images.map((image) => container(containerName(image, randomSuffix), image, command));
  if (port !== undefined) containers[0]!['ports'] = [{ containerPort: port }];
  const labels = { app: name };
  return newObject(
    { apiVersion: 'apps/v1', kind: 'Deployment' },
    { name, labels },
    {
      spec: {
        replicas,
        selector: { matchLabels: labels },
        template: { metadata: { labels }, spec: { containers } },
      },
    },
  );
}

export interface JobOptions {
  name: string;
  image: string;
  command: readonly string[];
}

export function job({ name, image, command }: JobOptions): NewObject {
  return newObject(
    { apiVersion: 'batch/v1', kind: 'Job' },
    { name },
    { spec: jobSpec(name, image, command, 'Never') },
  );
}

/** A Job that does now what a CronJob does at its times; it belongs to it. */
export function jobOf(name: string, cronJob: JsonMap, dialect: Dialect): NewObject {
  const { metadata, spec, apiVersion, kind } = cronJob as {
    metadata: { name: string; uid: string };
    spec: {
      jobTemplate: { metadata?: { labels?: Record<string, string>; annotations?: object }; spec: JsonMap };
    };
    apiVersion: string;
    kind: string;
  };
  const template = spec.jobTemplate.metadata ?? {};
  const owner = { apiVersion, kind, name: metadata.name, uid: metadata.uid, controller: true };
  const annotations = {
    [fillPlaceholders(dialect, 'cronjob.{label}/instantiate')]: 'manual',
    ...template.annotations,
  };
  const labels = template.labels === undefined ? {} : { labels: template.labels };
  return newObject(
    { apiVersion: 'batch/v1', kind: 'Job' },
    { name, annotations, ...labels, ownerReferences: [owner] },
    { spec: spec.jobTemplate.spec },
  );
}

export interface CronJobOptions extends JobOptions {
  schedule: string;
  /** `OnFailure` when not given. */
  restart?: string | undefined;
}

export function cronJob({ name, image, command, schedule, restart }: CronJobOptions): NewObject {
  const spec = jobSpec(name, image, command, restart ?? 'OnFailure');
  return newObject(
    { apiVersion: 'batch/v1', kind: 'CronJob' },
    { name },
    { spec: { schedule, jobTemplate: { metadata: { name }, spec } } },
  );
}

function jobSpec(name: string, image: string, command: readonly string[], restartPolicy: string): JsonMap {
  return { template: { spec: { containers: [container(name, image, command)], restartPolicy } } };
}

function container(name: string, image: string, command: readonly string[]): JsonMap {
  return { name, image, ...(command.length === 0 ? {} : { command }) };
}

/**
 * The last part of the image's path without tag and digest. A suffix is added where the result would not be what the
 * image is called.
 *
 *     containerName('registry:5000/team/web:1.2', random) is 'web'
 *     containerName('web_app', random) is 'web-app-7x2kd'
 */
function containerName(image: string, randomSuffix: () => string): string {
  const name = image.slice(image.lastIndexOf('/') + 1).split(/[:@]/)[0]!;
  return /[_.]/.test(name) ? `${name.replaceAll(/[_.]/g, '-')}-${randomSuffix()}` : name;
}
